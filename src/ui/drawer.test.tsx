import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Drawer } from './drawer'

function Opener() {
  const [visible, setVisible] = useState(false)
  const close = () => setVisible(false)
  return (
    <>
      <button type="button" onClick={() => setVisible(true)}>
        打开
      </button>
      <Drawer visible={visible} title="订单详情" footer={null} onCancel={close}>
        内容
      </Drawer>
    </>
  )
}

test('Escape closes a drawer during its opening animation, the first time and again', async () => {
  const user = userEvent.setup()
  render(<Opener />)
  for (const _ of ['first', 'again']) {
    await user.click(screen.getByRole('button', { name: '打开' }))
    const drawer = await screen.findByRole('dialog', { name: '订单详情' })
    expect(drawer.contains(document.activeElement)).toBe(true)
    // The element that would get a key now; Arco reads `keyCode`, which simulated typing does not set.
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape', keyCode: 27 })
    await waitFor(() => expect(drawer.className).toMatch(/exit/))
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: '打开' })))
  }
})
