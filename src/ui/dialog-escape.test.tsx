import { Select } from '@arco-design/web-react'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { confirm } from './confirm'
import { installEscapeFallback } from './dialog-escape'
import { Drawer } from './drawer'
import { Menu } from './menu'
import { Modal } from './modal'

let stop = () => {}
beforeEach(() => {
  stop = installEscapeFallback()
})
afterEach(() => stop())

const user = userEvent.setup()
/** Simulates the key press of a user while nothing has the focus. */
const pressEscape = (init: KeyboardEventInit = {}) => fireEvent.keyDown(document.body, { key: 'Escape', keyCode: 27, ...init })

/** A button that a text replaces when it is clicked, like 同步. */
function VanishingButton() {
  const [pressed, setPressed] = useState(false)
  if (pressed) return <p>已完成</p>
  return (
    <button type="button" onClick={() => setPressed(true)}>
      完成
    </button>
  )
}

function LayerWithMenu({ onClose }: { readonly onClose: (what: string) => void }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <Modal visible title="图层" onCancel={() => onClose('modal')}>
      <button type="button" ref={setAnchor}>
        更多
      </button>
      {anchor && (
        <Menu
          anchor={anchor}
          label="更多"
          items={[{ key: 'copy', label: '复制', run: () => undefined }]}
          onClose={() => onClose('menu')}
        />
      )}
    </Modal>
  )
}

test('Esc in a drawer that took the focus from a dialog above it closes that dialog alone', () => {
  const closed: string[] = []
  render(
    <>
      <Drawer visible title="下层" onCancel={() => closed.push('drawer')}>
        <button type="button">下层的按钮</button>
      </Drawer>
      <Modal visible title="上层" onCancel={() => closed.push('modal')}>
        内容
      </Modal>
    </>,
  )
  fireEvent.keyDown(screen.getByText('下层的按钮'), { key: 'Escape', keyCode: 27 })
  expect(closed).toEqual(['modal'])
})

test.each([
  ['modal', Modal],
  ['drawer', Drawer],
])('Esc in a select with a search closes the %s only while its list is closed', (_, Layer) => {
  const onCancel = vi.fn()
  const layer = (isOpen: boolean) => (
    <Layer visible title="同步订单" onCancel={onCancel}>
      <Select showSearch popupVisible={isOpen} options={['一店', '二店']} inputValue="" />
    </Layer>
  )
  const { rerender } = render(layer(true))
  const pressInside = () =>
    fireEvent.keyDown(screen.getByRole('combobox').querySelector('input') as HTMLElement, { key: 'Escape', keyCode: 27 })
  pressInside()
  expect(onCancel).not.toHaveBeenCalled()
  rerender(layer(false))
  pressInside()
  expect(onCancel).toHaveBeenCalledOnce()
})

describe('Esc while nothing has the focus', () => {
  test.each([
    ['modal', Modal],
    ['drawer', Drawer],
  ])('Esc closes a %s whose focused button has vanished', async (_, Layer) => {
    const onCancel = vi.fn()
    render(
      <Layer visible title="同步订单" onCancel={onCancel}>
        <VanishingButton />
      </Layer>,
    )
    await user.click(screen.getByRole('button', { name: '完成' }))
    await screen.findByText('已完成')
    pressEscape()
    expect(onCancel).toHaveBeenCalledTimes(1)
  })

  test('Esc closes only the topmost dialog: a question over a modal over a drawer', async () => {
    const closed: string[] = []
    render(
      <>
        <Drawer visible title="下层" onCancel={() => closed.push('drawer')}>
          内容
        </Drawer>
        <Modal visible title="上层" onCancel={() => closed.push('modal')} />
      </>,
    )
    pressEscape()
    expect(closed).toEqual(['modal'])
    const answer = confirm({ title: '放弃修改？', okText: '放弃修改' })
    await screen.findByText('放弃修改？')
    pressEscape()
    expect(await answer).toBe(false)
    expect(closed).toEqual(['modal'])
  })

  test('Esc goes to the dialog with the higher z-index although it is earlier in the page', () => {
    const closed: string[] = []
    render(
      <>
        <Modal visible title="更高" wrapStyle={{ zIndex: 2000 }} onCancel={() => closed.push('higher')} />
        <Modal visible title="更低" wrapStyle={{ zIndex: 1500 }} onCancel={() => closed.push('lower')} />
      </>,
    )
    pressEscape()
    expect(closed).toEqual(['higher'])
  })

  test('Esc closes an open menu first', () => {
    const closed: string[] = []
    render(<LayerWithMenu onClose={(what) => closed.push(what)} />)
    pressEscape()
    expect(closed).toEqual(['menu'])
  })

  test('Esc closes an open option list first', async () => {
    const onCancel = vi.fn()
    render(
      <Modal visible title="店铺" onCancel={onCancel}>
        <Select options={['第一家', '第二家']} aria-label="选择店铺" />
      </Modal>,
    )
    await user.click(screen.getByRole('combobox', { name: '选择店铺' }))
    await screen.findByText('第二家')
    pressEscape()
    expect(onCancel).not.toHaveBeenCalled()
    await waitFor(() => expect(document.querySelector('.arco-select-open')).toBeNull())
  })

  test.each([
    ['belongs to an input method', { isComposing: true }],
    ['is another key', { key: 'Enter', keyCode: 13 }],
  ])('Esc does nothing when the key %s', (_, init) => {
    const onCancel = vi.fn()
    render(<Modal visible title="提示" onCancel={onCancel} />)
    pressEscape(init)
    expect(onCancel).not.toHaveBeenCalled()
  })

  test('Esc ignores closed dialogs and those that must be answered', () => {
    const onCancel = vi.fn()
    render(
      <>
        <Modal visible={false} unmountOnExit={false} mountOnEnter={false} title="关着" onCancel={onCancel} />
        <Modal visible escToExit={false} title="必须回答" onCancel={onCancel} />
      </>,
    )
    pressEscape()
    expect(onCancel).not.toHaveBeenCalled()
  })

  test('Esc is handled once, and not when its default was prevented', () => {
    const onCancel = vi.fn()
    render(
      <Drawer visible title="提示" onCancel={onCancel}>
        内容
      </Drawer>,
    )
    const listener = vi.fn()
    addEventListener('keydown', listener)
    pressEscape()
    expect(listener.mock.calls.length).toBe(1)
    removeEventListener('keydown', listener)

    const use = (event: Event) => event.preventDefault()
    addEventListener('keydown', use, true)
    pressEscape()
    removeEventListener('keydown', use, true)
    expect(onCancel).toHaveBeenCalledTimes(1)
  })
})
