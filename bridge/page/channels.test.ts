import { describe, expect, test } from 'vitest'
import { webViewHostChannel, windowHostChannel } from '../host/channels'
import { type SingleSlot, slotChannel, windowChannel } from './channels'

const frame = { qnb: 1, k: 'pong', sid: 's', seq: 1 }

describe('the single slot', () => {
  const slot = () => {
    const sent: unknown[] = []
    const my: SingleSlot = { postMessage: (message) => void sent.push(message) }
    return { my, sent }
  }

  test('the slot channel passes messages that are not frames to the slot’s previous handler', () => {
    const { my } = slot()
    const before: unknown[] = []
    const ours: unknown[] = []
    my.onMessage = (message) => void before.push(message)
    slotChannel(my).listen((raw) => ours.push(raw))
    my.onMessage({ type: 'INNER_GET_CONFIG' })
    my.onMessage({ detail: { value: frame } })
    expect([before, ours]).toEqual([[{ type: 'INNER_GET_CONFIG' }], [{ detail: { value: frame } }]])
  })

  test('the next send takes the slot back from another script, which still gets its own messages', () => {
    const { my, sent } = slot()
    const ours: unknown[] = []
    const thief: unknown[] = []
    const channel = slotChannel(my)
    channel.listen((raw) => ours.push(raw))
    my.onMessage = (message) => void thief.push(message)
    channel.send(frame)
    my.onMessage(frame)
    my.onMessage({ other: 1 })
    expect([sent, ours, thief]).toEqual([[frame], [frame], [{ other: 1 }]])
  })

  test('the slot channel does not loop with a script whose handler calls ours', () => {
    const { my } = slot()
    let other = 0
    const channel = slotChannel(my)
    channel.listen(() => {})
    const chained = my.onMessage
    my.onMessage = (message) => {
      other += 1
      chained?.(message)
    }
    channel.send(frame)
    my.onMessage({ other: 1 })
    expect(other).toBe(1)
  })

  test('the slot channel restores the previous handler when its last listener leaves', () => {
    const { my } = slot()
    const before = () => {}
    my.onMessage = before
    slotChannel(my).listen(() => {})()
    expect(my.onMessage).toBe(before)
  })
})

describe('window messages', () => {
  type Listener = (event: MessageEvent) => void
  function fakeWindow() {
    const listeners = new Set<Listener>()
    const posted: unknown[] = []
    return {
      posted,
      listeners,
      addEventListener: (_type: 'message', listener: Listener) => void listeners.add(listener),
      removeEventListener: (_type: 'message', listener: Listener) => void listeners.delete(listener),
      postMessage: (message: unknown, origin: string) => void posted.push([message, origin]),
      receive(data: unknown, origin: string, source: unknown) {
        for (const listener of listeners) listener({ data, origin, source } as MessageEvent)
      },
    }
  }
  const origin = 'https://shell.example'
  const sides = [
    [
      'page',
      (self: ReturnType<typeof fakeWindow>, other: ReturnType<typeof fakeWindow>) =>
        windowChannel({ target: other, targetOrigin: origin, self }),
    ],
    [
      'host',
      (self: ReturnType<typeof fakeWindow>, other: ReturnType<typeof fakeWindow>) =>
        windowHostChannel({ page: () => other, pageOrigin: origin, self: self as never }),
    ],
  ] as const

  test.each(sides)('the window channel of the %s accepts one window with one origin and counts the rest', (_name, open) => {
    const self = fakeWindow()
    const other = fakeWindow()
    const channel = open(self, other)
    const received: unknown[] = []
    const stop = channel.listen((raw) => received.push(raw))
    self.receive(frame, origin, other)
    self.receive(frame, 'https://shell.example.evil', other)
    self.receive(frame, 'null', other)
    self.receive(frame, origin, fakeWindow())
    self.receive(frame, origin, null)
    expect([received, channel.rejected?.()]).toEqual([[frame], 4])
    channel.send(frame)
    expect(other.posted).toEqual([[frame, origin]])
    stop()
    expect(self.listeners.size).toBe(0)
  })

  test('window channels refuse * as the target origin', () => {
    const other = fakeWindow()
    expect(() => windowChannel({ target: other, targetOrigin: '*', self: other })).toThrow('exact origin')
    expect(() => windowHostChannel({ page: () => other, pageOrigin: '*', self: other as never })).toThrow('exact origin')
  })
})

describe('a web-view of the client', () => {
  test('the web-view channel carries frames both ways between the page’s slot and the shell’s event', () => {
    const toShell: unknown[] = []
    const toPage: unknown[] = []
    const my: SingleSlot = { postMessage: (message) => shell.onMessage({ detail: { value: message } }) }
    const shell = webViewHostChannel(() => ({ postMessage: (message) => my.onMessage?.({ detail: { value: message } }) }))
    const page = slotChannel(my)
    const stop = shell.channel.listen((raw) => toShell.push(raw))
    page.listen((raw) => toPage.push(raw))

    page.send(frame)
    shell.channel.send(frame)
    stop()
    page.send(frame)
    expect([toShell, toPage]).toEqual([[{ detail: { value: frame } }], [{ detail: { value: frame } }]])
  })
})
