import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { TabBar } from './tab-bar'

const brands = ['苹果', '华为', '小米', 'OPPO', 'vivo', '三星', '荣耀', '一加', '魅族'].map((label) => ({ key: label, label }))

function Brands() {
  const [active, setActive] = useState('苹果')
  return (
    <TabBar inner beside label="品牌" tabs={brands} active={active} onChange={setActive}>
      {active} 的型号
    </TabBar>
  )
}

const windowIs = (wide: boolean) =>
  vi.stubGlobal('matchMedia', () => ({ matches: wide, addEventListener: () => {}, removeEventListener: () => {} }))
afterEach(() => vi.unstubAllGlobals())

test('a wide window lists many tabs with a search, and the arrows up and down move between those that are found', async () => {
  windowIs(true)
  render(<Brands />)
  fireEvent.keyDown(screen.getByRole('tab', { name: '苹果' }), { key: 'ArrowDown' })
  screen.getByText('华为 的型号')
  fireEvent.change(screen.getByRole('textbox', { name: '搜索品牌' }), { target: { value: '米' } })
  fireEvent.keyDown(screen.getByRole('textbox', { name: '搜索品牌' }), { key: 'Enter' })
  // The active tab stays, so that its panel has a name.
  await waitFor(() => expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['华为', '小米']))
  fireEvent.keyDown(screen.getByRole('tab', { name: '华为' }), { key: 'ArrowDown' })
  screen.getByText('小米 的型号')
})

test('a narrow window shows the tabs in a strip without a search', () => {
  windowIs(false)
  render(<Brands />)
  expect(screen.queryByRole('textbox')).toBeNull()
  expect(screen.getByRole('tablist', { name: '品牌' }).getAttribute('aria-orientation')).toBe('horizontal')
  fireEvent.keyDown(screen.getByRole('tab', { name: '苹果' }), { key: 'ArrowRight' })
  screen.getByText('华为 的型号')
})
