import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { type DialogProps, lazyDialog } from './lazy-dialog'
import type { ScreenModule } from './lazy-screen'

afterEach(() => void vi.unstubAllGlobals())

const Content = ({ visible, onClose }: DialogProps) => (
  <div role="dialog" hidden={!visible}>
    <button type="button" onClick={onClose}>
      关闭
    </button>
  </div>
)

/** A dialog whose code arrives, or fails to, when the test says so; `idle` ends the page's first work. */
function dialogOf() {
  const requests: { readonly arrive: () => void; readonly fail: (cause: Error) => void }[] = []
  const idles: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (act: () => void) => idles.push(act))
  const Dialog = lazyDialog<DialogProps>(
    '订单详情',
    () =>
      new Promise<ScreenModule<DialogProps>>((resolve, fail) =>
        requests.push({ arrive: () => resolve({ default: Content }), fail }),
      ),
  )
  return { Dialog, requests, idle: () => idles.splice(0).map((act) => act()) }
}
const close = () => undefined

test('the code of a dialog is loaded when the page is idle, and nothing is drawn before it is opened', async () => {
  const { Dialog, requests, idle } = dialogOf()
  const { container, rerender } = render(<Dialog visible={false} onClose={close} />)
  expect(requests).toHaveLength(0)
  idle()
  await waitFor(() => expect(requests).toHaveLength(1))
  requests[0]?.arrive()
  await Promise.resolve()
  expect(container.innerHTML).toBe('')
  rerender(<Dialog visible onClose={close} />)
  expect(screen.getByRole('dialog').hidden).toBe(false)
  // A closed dialog stays, so that its closing is animated.
  rerender(<Dialog visible={false} onClose={close} />)
  expect(screen.getByRole('dialog', { hidden: true }).hidden).toBe(true)
})

test('a dialog opened before its code is there covers the page, and can be closed meanwhile', async () => {
  const { Dialog, requests } = dialogOf()
  const onClose = vi.fn()
  const { rerender } = render(<Dialog visible onClose={onClose} />)
  expect(screen.getByRole('region', { name: '订单详情' })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '关闭订单详情' }))
  expect(onClose).toHaveBeenCalledOnce()
  rerender(<Dialog visible={false} onClose={onClose} />)
  expect(screen.queryByRole('region')).toBeNull()
  rerender(<Dialog visible onClose={onClose} />)
  requests[0]?.arrive()
  expect(await screen.findByRole('dialog')).toBeTruthy()
  expect(screen.queryByRole('region')).toBeNull()
})

test('code that did not arrive says so over the page, with 重试', async () => {
  vi.stubGlobal('__APP_VERSION__', '0.0.0')
  vi.stubGlobal('__BUILD_ID__', 'test')
  const { Dialog, requests } = dialogOf()
  render(<Dialog visible onClose={close} />)
  requests[0]?.fail(new Error('offline'))
  fireEvent.click(await screen.findByRole('button', { name: '重试' }))
  await waitFor(() => expect(requests).toHaveLength(2))
  requests[1]?.arrive()
  expect(await screen.findByRole('dialog')).toBeTruthy()
})
