/** The editor of the buyers' page: what is tapped gets its tools, nothing is lost by one tap, and layers keep the seller's order. */
import { screen, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { image, text } from '../design/test/make'
import { forgetDraft, openSession } from './design-session'
import { Editor } from './editor'
import { designOf, openLink } from './test/make'
import { cleanup, render } from './test/render'

const nothing = () => undefined

afterEach(() => {
  cleanup()
  forgetDraft(1)
  vi.unstubAllGlobals()
})

function openEditor(design: ReturnType<typeof designOf>) {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  const session = openSession({ id: 1, secret: 'x'.repeat(43) }, design)
  const designKey = { id: 1, secret: '' }
  const props = { token: '0'.repeat(32), designKey, session, onMenu: nothing, onChangeCase: nothing, onDone: nothing }
  render(<Editor link={openLink} {...props} onGone={nothing} />)
  return session
}
const user = userEvent.setup()
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>('button', { name })
const orderOf = (session: ReturnType<typeof openEditor>) => session.state.get().doc.layers.map(({ uuid }) => uuid)

test('a named text is called so, another is not called what it says, and a sample is replaced by what is typed', async () => {
  const named = text('name', { name: '宠物名字', text: '豆豆' })
  const design = designOf([named, text('other', { name: '生日快乐', text: '生日快乐', left: 450 })])
  const changed = design.layers.map((layer) => (layer.uuid === 'other' ? { ...layer, name: '我的', text: '我的' } : layer))
  const session = openEditor({ ...design, layers: changed })
  await user.click(button(/^选择宠物名字/))
  const sample = screen.getByRole<HTMLInputElement>('textbox', { name: '宠物名字' })
  await user.click(sample)
  await user.keyboard('团团')
  expect(sample.value).toBe('团团')
  // Only texts that run over the case have a warning.
  expect(screen.queryByText(/超出手机壳，印不全/)).toBeNull()
  await user.click(button(/^选择文字，印不全/))
  const own = screen.getByRole<HTMLInputElement>('textbox', { name: '文字' })
  await user.click(own)
  await user.keyboard('家')
  expect(own.value).toBe('我的家')
  screen.getByText(/超出手机壳，印不全/)
  // The words that were typed first are drawn, or wait: nothing typed goes away with its field.
  expect(session.state.get().typed).toMatchObject({ name: '团团' })
  session.dispose()
})

test('a layer that is deleted by one tap comes back by one tap, and goes again by another', async () => {
  const session = openEditor(designOf([image('sun', { name: '太阳' }), image('moon', { name: '月亮' })]))
  await user.click(button(/^选择月亮/))
  await user.click(button('删除月亮'))
  expect(orderOf(session)).toEqual(['sun'])
  const said = screen.getByText('已删除「月亮」').closest('div') ?? document.body
  await user.click(within(said).getByRole('button', { name: '撤销' }))
  expect(orderOf(session)).toEqual(['sun', 'moon'])
  screen.getByText('已撤销：删除')
  await user.click(screen.getAllByRole('button', { name: '重做' })[0] as HTMLElement)
  expect(orderOf(session)).toEqual(['sun'])
  session.dispose()
})

test('a layer goes up and down among those that may be moved, and not between a locked layer and what it is clipped to', async () => {
  const layers = [
    image('free', { name: '贴纸' }),
    image('base', { name: '底', locked: true }),
    image('clipped', { name: '花', locked: true, appearance: { clipped: true } }),
  ]
  const session = openEditor(designOf(layers))
  await user.click(button(/^选择贴纸/))
  await user.click(button('下移'))
  await screen.findByText('已经在最下面了')
  await user.click(button('上移'))
  expect(orderOf(session)).toEqual(['base', 'clipped', 'free'])
  await user.click(button('下移'))
  expect(orderOf(session)).toEqual(['free', 'base', 'clipped'])
  session.dispose()
})

test('a slider changes size and angle about the middle as one step', async () => {
  const session = openEditor(designOf([image('sun', { name: '太阳', left: 100, top: 100, width: 200, height: 100 })]))
  await user.click(button(/^选择太阳/))
  await user.click(button('大小'))
  const slide = (name: string, ...values: readonly number[]) => {
    const slider = screen.getByRole<HTMLInputElement>('slider', { name })
    const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
    for (const value of values) {
      write?.call(slider, String(value))
      slider.dispatchEvent(new Event('input', { bubbles: true }))
    }
    slider.dispatchEvent(new Event('pointerup', { bubbles: true }))
  }
  slide('大小', 50, 70, 80)
  expect(session.state.get().doc.layers[0]).toMatchObject({ left: 0, top: 50, width: 400, height: 200 })
  slide('角度', 10, 45)
  expect(session.state.get().doc.layers[0]).toMatchObject({ rotation: 45 })
  await user.click(button('撤销'))
  await user.click(screen.getAllByRole('button', { name: '撤销' })[0] as HTMLElement)
  expect(session.state.get().doc.layers[0]).toMatchObject({ left: 100, width: 200, rotation: 0 })
  session.dispose()
})
