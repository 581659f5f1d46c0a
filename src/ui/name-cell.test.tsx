import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { NameCell } from './name-cell'

function open(rename = vi.fn(async (_: string): Promise<unknown> => undefined)) {
  render(<NameCell name="小米 14" noun="型号" maxLength={100} rename={rename} />)
  const user = userEvent.setup()
  const field = async () => {
    await user.dblClick(screen.getByText('小米 14'))
    return screen.findByRole('textbox', { name: '「小米 14」的型号名称' })
  }
  return { rename, user, field }
}

test('a double click edits a name in place, and Enter saves it once', async () => {
  const { rename, user, field } = open()
  await field()
  await user.keyboard(' 小米 14T {Enter}')
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull())
  expect(rename.mock.calls).toEqual([['小米 14T']])
})

test('Esc, an unchanged name and an empty name save nothing', async () => {
  const { rename, user, field } = open()
  await field()
  await user.keyboard('别的{Escape}')
  await field()
  await user.keyboard('{Enter}')
  await field()
  await user.keyboard('{Backspace}{Enter}')
  screen.getByText('小米 14')
  expect(rename).not.toHaveBeenCalled()
})

test('a refused name stays in the field, with the reason', async () => {
  const { user, field } = open(vi.fn(() => Promise.reject(new Error('型号“小米 15”已存在，请换一个名称'))))
  const input = (await field()) as HTMLInputElement
  await user.keyboard('小米 15{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('型号“小米 15”已存在，请换一个名称')
  expect(input.value).toBe('小米 15')
})
