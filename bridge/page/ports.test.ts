import { afterEach, describe, expect, test } from 'vitest'
import { windowHostChannel } from '../host/channels'
import { createHost } from '../host/host'
import { windowChannel } from './channels'
import { connectHost } from './connect'

const pageOrigin = 'https://plugin.example'
const hostOrigin = 'https://shell.example'
const env = {
  now: () => performance.now(),
  set: (task: () => void, ms: number) => setTimeout(task, ms),
  clear: (handle: unknown) => clearTimeout(handle as NodeJS.Timeout),
  newId: () => crypto.randomUUID(),
}
/** Ten times as fast, for a test that waits for two pings. */
const fastEnv = { ...env, now: () => 10 * performance.now(), set: (task: () => void, ms: number) => setTimeout(task, ms / 10) }

interface Received {
  readonly data: unknown
  readonly origin: string
  readonly source: unknown
  readonly ports: readonly MessagePort[]
}

function fakeWindow() {
  const listeners = new Set<(event: Received) => void>()
  return {
    addEventListener: (_type: 'message', listener: (event: Received) => void) => void listeners.add(listener),
    removeEventListener: (_type: 'message', listener: (event: Received) => void) => void listeners.delete(listener),
    receive(event: Received) {
      for (const listener of [...listeners]) listener(event)
    },
  }
}

const kindOf = (data: unknown) => String((data as { k?: unknown }).k)

/** A page in a frame and the window around it. `messages` names the kinds of all messages between the windows themselves. */
function windows({ hostKnowsPorts = true } = {}) {
  const messages: string[] = []
  /** The host's ends of the ports that it took, the first one first. */
  const taken: MessagePort[] = []
  const [pageWindow, hostWindow] = [fakeWindow(), fakeWindow()]
  const toHost = {
    postMessage(data: unknown, _origin: string, ports: Transferable[] = []) {
      messages.push(kindOf(data))
      const offered = hostKnowsPorts ? (ports as MessagePort[]) : []
      taken.push(...offered)
      hostWindow.receive({ data, origin: pageOrigin, source: toPage, ports: offered })
    },
  }
  const toPage = {
    postMessage(data: unknown) {
      messages.push(kindOf(data))
      pageWindow.receive({ data, origin: hostOrigin, source: toHost, ports: [] })
    },
  }
  const hostChannel = () => windowHostChannel({ page: () => toPage, pageOrigin, self: hostWindow as never })
  const start = () => {
    const handlers = { 'top.invoke': (params: unknown) => params }
    const host = createHost(hostChannel(), { handlers, shell: '1.0.0', client: '', env })
    ends.push(() => host.dispose())
    return host
  }
  const connect = (pageEnv = env) => {
    const channel = windowChannel({ target: toHost, targetOrigin: hostOrigin, self: pageWindow as never })
    const page = connectHost(channel, { pageVersion: 'test', env: pageEnv })
    ends.push(() => page.dispose())
    return page
  }
  return { messages, taken, hostWindow, hostChannel, toPage, start, connect }
}

let ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends) end()
  ends = []
})

describe('ports between windows', () => {
  test('a host that takes the port of a hello is called by it, and no window sees the call', async () => {
    const { messages, start, connect } = windows()
    start()
    const page = connect()
    expect(await page.call('top.invoke', { a: 1 })).toEqual({ a: 1 })
    expect(await page.call('top.invoke', { a: 2 })).toEqual({ a: 2 })
    expect(messages).toEqual(['bye', 'hello'])
  })

  test('a host that knows of no ports is called by window messages', async () => {
    const { messages, start, connect } = windows({ hostKnowsPorts: false })
    start()
    const page = connect()
    expect(await page.call('top.invoke', { a: 1 })).toEqual({ a: 1 })
    expect(messages).toEqual(['bye', 'hello', 'welcome', 'req', 'res'])
  })

  test('after a restart of the host, the page finds the new one and calls it by another port', async () => {
    const { messages, start, connect } = windows()
    const first = start()
    const page = connect()
    await page.call('top.invoke', {})
    first.dispose()
    start()
    expect(await page.call('top.invoke', { again: true })).toEqual({ again: true })
    expect(messages.filter((k) => k === 'req' || k === 'res')).toEqual([])
    expect(messages.at(-1)).toBe('hello')
  })

  test('a port that the host’s end closes is replaced by another one, and no call is lost', async () => {
    const { taken, messages, start, connect } = windows()
    start()
    const page = connect()
    await page.call('top.invoke', {})
    taken[0]?.close()
    expect(await page.call('top.invoke', { a: 1 })).toEqual({ a: 1 })
    expect(await page.call('top.invoke', { a: 2 })).toEqual({ a: 2 })
    expect([taken.length, messages.filter((k) => k === 'hello').length]).toEqual([2, 2])
    expect(page.state()).toBe('ready')
  })

  /** Makes a port lose everything in both directions, without the event that tells of a closed one. */
  const deafen = (port: MessagePort | undefined) => {
    if (!port) throw new Error('the host took no port')
    port.onmessage = null
    port.postMessage = () => {}
  }

  test('a port that falls silent is doubted when the first request is not acknowledged, and the call goes through', async () => {
    const { taken, start, connect } = windows()
    start()
    const page = connect()
    await page.call('top.invoke', {})
    deafen(taken[0])
    const calls = [1, 2, 3].map((a) => page.call('top.invoke', { a }))
    expect(await Promise.all(calls)).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }])
    expect(page.state()).toBe('ready')
  })

  test('when every port of a host falls silent, its page calls it between the windows from then on', async () => {
    const { taken, messages, start, connect } = windows()
    start()
    const page = connect()
    await page.call('top.invoke', {})
    const push = taken.push.bind(taken)
    taken.push = (...ports) => {
      ports.forEach(deafen)
      return push(...ports)
    }
    deafen(taken[0])
    expect(await page.call('top.invoke', { a: 1 })).toEqual({ a: 1 })
    const port = taken.length
    expect(await page.call('top.invoke', { a: 2 })).toEqual({ a: 2 })
    expect([taken.length, messages.slice(-2)]).toEqual([port, ['req', 'res']])
  })

  test('the reply of a call comes by another way when the port falls silent while the call runs', async () => {
    const { taken, hostChannel, connect } = windows()
    let release: (value: unknown) => void = () => {}
    const result = new Promise((resolve) => {
      release = resolve
    })
    const handlers = { 'top.invoke': () => result }
    const host = createHost(hostChannel(), { handlers, shell: '1.0.0', client: '', env: fastEnv })
    ends.push(() => host.dispose())
    const page = connect(fastEnv)
    await page.ready()
    const acknowledged = new Promise<void>((resolve) => {
      const port = taken[0] as MessagePort
      const post = port.postMessage.bind(port)
      port.postMessage = (frame: unknown) => {
        post(frame)
        if (kindOf(frame) === 'ack') resolve()
      }
    })
    const call = page.call('top.invoke', {})
    await acknowledged
    deafen(taken[0])
    release({ late: true })
    expect(await call).toEqual({ late: true })
  })

  test('a page that is loaded again and knows of no ports is answered by window messages', async () => {
    const { messages, hostWindow, hostChannel, toPage } = windows()
    const channel = hostChannel()
    ends.push(channel.listen(() => undefined))
    const hello = (ports: readonly MessagePort[]) =>
      hostWindow.receive({ data: { k: 'hello' }, origin: pageOrigin, source: toPage, ports })
    const { port1, port2 } = new MessageChannel()
    const byPort = new Promise((resolve) => port1.addEventListener('message', ({ data }) => resolve(data), { once: true }))
    port1.start()
    hello([port2])
    channel.send({ k: 'welcome' })
    expect(await byPort).toEqual({ k: 'welcome' })
    hello([])
    channel.send({ k: 'res' })
    expect(messages).toEqual(['res'])
  })

  test('a port is taken only from a hello of the page itself', () => {
    const { messages, hostWindow, hostChannel, toPage } = windows()
    const channel = hostChannel()
    ends.push(channel.listen(() => undefined))
    const { port2 } = new MessageChannel()
    for (const event of [
      { data: { type: 'READY' }, origin: pageOrigin, source: toPage },
      { data: { k: 'hello' }, origin: 'https://plugin.example.evil', source: toPage },
      { data: { k: 'hello' }, origin: pageOrigin, source: {} },
    ]) {
      hostWindow.receive({ ...event, ports: [port2] })
    }
    port2.close()
    channel.send({ k: 'welcome' })
    expect(messages).toEqual(['welcome'])
  })

  test('a host keeps no more than four ports of a page that says hello again and again, and none after its end', () => {
    const { hostWindow, hostChannel, toPage } = windows()
    const channel = hostChannel()
    const received: unknown[] = []
    const stop = channel.listen((raw) => received.push(raw))
    const sent: string[] = []
    const closed: number[] = []
    const ports = Array.from({ length: 6 }, (_, n) => {
      const port = {
        onmessage: null as ((event: { data: unknown }) => void) | null,
        postMessage: () => void sent.push(`by port ${n}`),
        close: () => void closed.push(n),
      }
      const taken = [port as unknown as MessagePort]
      hostWindow.receive({ data: { k: 'hello' }, origin: pageOrigin, source: toPage, ports: taken })
      return port
    })
    channel.send({ k: 'welcome' })
    // A message that the page sent through the port of an earlier hello is not lost.
    ports[3]?.onmessage?.({ data: { k: 'req' } })
    expect([sent, closed, received.at(-1)]).toEqual([['by port 5'], [0, 1], { k: 'req' }])
    stop()
    expect(closed).toEqual([0, 1, 2, 3, 4, 5])
  })
})
