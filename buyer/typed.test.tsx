/** Tests that a buyer's typed text is neither lost nor left out of the submission when it cannot be drawn. */
import { screen, waitFor } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { BuyerDesign } from '../contract/types'
import { text } from '../design/test/make'
import { forgetDraft, openSession } from './design-session'
import { Editor } from './editor'
import { designOf, openLink } from './test/make'
import { act, cleanup, render } from './test/render'

const key = { id: 1, secret: 'x'.repeat(43) }
const nothing = () => undefined
const design: BuyerDesign = designOf([text('name', { name: '名字' })])

afterEach(() => {
  cleanup()
  forgetDraft(1)
  vi.unstubAllGlobals()
})

/** A server that draws texts and stores designs, while it can be reached. */
function openServer() {
  const server = { isReached: true, drawn: [] as string[] }
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body?: string }) => {
    if (!server.isReached) throw new TypeError('Failed to fetch')
    const sent = JSON.parse(body ?? '{}')
    if (!address.endsWith('/texts'))
      return Response.json(method === 'GET' ? design : { ...design, layers: sent.layers, revision: 2 })
    server.drawn = [...server.drawn, sent.text]
    return Response.json({ imageFileId: 9, imageUrl: '/files/9.png', width: 200, height: 100 })
  })
  return server
}

function openEditor(onDone: () => void) {
  const session = openSession(key, design)
  const props = { link: openLink, token: '0'.repeat(32), designKey: key, session, onMenu: nothing, onChangeCase: nothing }
  const { unmount } = render(<Editor {...props} onDone={onDone} onGone={nothing} />)
  act(() => screen.getByRole('button', { name: /^选择名字/ }).click())
  const close = () => {
    unmount()
    session.dispose()
  }
  return { session, close }
}
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: '名字' })
const done = () => screen.getByRole('button', { name: '完成' })

test('a text that cannot be drawn stays in its field, is kept over a reload, and nothing is finished without it', async () => {
  const user = userEvent.setup()
  const onDone = vi.fn()
  const server = openServer()
  server.isReached = false
  const first = openEditor(onDone)
  await user.clear(field())
  await user.type(field(), '我家猫咪😀{Enter}')
  await screen.findByText('网络不通，请检查网络后重试')
  await user.click(done())
  await screen.findByText('网络不通，请检查网络后重试')
  expect([onDone.mock.calls.length, field().value]).toEqual([0, '我家猫咪😀'])

  first.close()
  const { session, close } = openEditor(onDone)
  expect(field().value).toBe('我家猫咪😀')
  server.isReached = true
  await user.click(done())
  await waitFor(() => expect(onDone).toHaveBeenCalledTimes(1))
  expect([server.drawn, session.state.get().doc.layers[0], session.state.get().typed]).toMatchObject([
    ['我家猫咪😀'],
    { text: '我家猫咪😀' },
    {},
  ])
  close()
})

test('a text that is given up says again what is printed', async () => {
  const user = userEvent.setup()
  openServer().isReached = false
  const { session, close } = openEditor(nothing)
  const before = field().value
  await user.clear(field())
  await user.tab()
  expect([field().value, session.state.get().typed]).toEqual([before, {}])
  close()
})
