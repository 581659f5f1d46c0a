/** Tests from whom messages are accepted, and to whom they are sent. */
import { describe, expect, test, vi } from 'vitest'
import { type FrameMessage, type FrameWindow, openParentFrame, type ParentEvent } from './parent-frame'

const erp = 'https://erp.example.com'
const orders = [
  { orderOriginalId: '9', orderItems: [{ originalId: 'i', quantity: 1, phoneCaseCustomizationInfos: [{ id: 1 }] }] },
]
const push = { type: 'PUSH_ORDER_TO_FACTORY', orders } as const

/** A page in a frame; `ancestors` null: a browser without ancestorOrigins. */
function frame({ ancestors = [erp], framed = true }: { ancestors?: readonly string[] | null; framed?: boolean } = {}) {
  const postMessage = vi.fn()
  const parent = { postMessage }
  const listeners: ((event: FrameMessage) => void)[] = []
  const self: { parent: unknown } & Omit<FrameWindow, 'parent'> = {
    parent,
    location: { origin: 'https://kejiang.example', ...(ancestors && { ancestorOrigins: ancestors }) },
    addEventListener: (_, listener) => void listeners.push(listener),
  }
  if (!framed) self.parent = self
  const page = openParentFrame(self, [erp])
  const say = (data: unknown, from: Partial<FrameMessage> = {}) => {
    const event = { data, origin: erp, source: parent as unknown as Window, ...from }
    for (const listener of listeners) listener(event)
  }
  const events: ParentEvent[] = []
  return {
    page,
    say,
    events,
    postMessage,
    listen: () => page.listen((one) => events.push(one)),
    isDeaf: () => listeners.length === 0,
  }
}

describe('a trusted parent', () => {
  test('messages of a trusted parent are received, also earlier ones, and answered to its exact origin', () => {
    const { page, say, events, listen, postMessage } = frame()
    say(push)
    say({ type: 'HAS_LOGIN' })
    say(push)
    listen()
    expect(events).toEqual([{ message: push }, { message: { type: 'HAS_LOGIN' } }])
    say({ type: 'HAS_LOGIN' })
    expect(events).toHaveLength(3)
    expect(page.post({ type: 'READY' })).toBe(true)
    expect(postMessage.mock.calls).toEqual([[{ type: 'READY' }, erp]])
  })

  test('messages of other windows, origins and types are ignored and counted', () => {
    const { page, say, events, listen } = frame()
    listen()
    say(push, { source: {} as Window })
    say(push, { source: null })
    say(push, { origin: 'https://evil.example' })
    // This origin is trusted too, but it is not the parent.
    say(push, { origin: 'http://localhost:3000' })
    say({ type: 'webpackOk' })
    expect(events).toEqual([])
    expect(page.ignored).toEqual({ source: 2, origin: 2, unknown: 1 })
  })

  test('an invalid message of a trusted parent is reported with its problem', () => {
    const { say, events, listen } = frame()
    listen()
    say({ ...push, orders: [] })
    expect(events).toEqual([{ problem: '消息.orders 不能为空' }])
  })

  test("the parent may have the page's own origin, or a local one", () => {
    for (const origin of ['https://kejiang.example', 'http://127.0.0.1:8080']) {
      const { page, say, events, listen } = frame({ ancestors: [origin] })
      listen()
      say(push, { origin })
      expect([page.trust, events.length]).toEqual(['trusted', 1])
    }
  })

  test('without ancestorOrigins the parent is identified by its first trusted message', () => {
    const { page, say, events, listen, postMessage } = frame({ ancestors: null })
    listen()
    expect(page.post({ type: 'HAS_LOGIN', hasLogin: false })).toBe(false)
    say(push, { origin: 'https://evil.example' })
    say({ type: 'HAS_LOGIN' })
    say(push, { origin: 'http://localhost:3000' })
    expect(events).toHaveLength(1)
    expect(page.ignored.origin).toBe(2)
    page.post({ type: 'HAS_LOGIN', hasLogin: true })
    expect(postMessage.mock.calls).toEqual([[{ type: 'HAS_LOGIN', hasLogin: true }, erp]])
  })
})

describe('untrusted parents', () => {
  test.each([
    ['from an untrusted parent', { ancestors: ['https://evil.example'] }, 'untrusted'],
    ['from a trusted one inside an untrusted page', { ancestors: [erp, 'https://evil.example'] }, 'untrusted'],
    ['from a sandbox', { ancestors: ['null'] }, 'untrusted'],
    ['outside a frame', { framed: false, ancestors: [] }, 'none'],
  ] as const)('no message is received or sent %s', (_, where, standing) => {
    const { page, isDeaf, postMessage } = frame(where)
    expect(page.trust).toBe(standing)
    expect(isDeaf()).toBe(true)
    expect(page.post({ type: 'READY' })).toBe(false)
    expect(postMessage).not.toHaveBeenCalled()
  })
})
