/** Events go to public addresses over https alone, and whatever their receiver does, an attempt ends soon and says what happened. */
import { createServer, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostileAddresses, hostileUrls } from '../../../fixtures/hostile-addresses'
import { authority } from '../../../fixtures/receiver-certificates'
import { type Behaviour, openReceiver, type Receiver, resolvesTo } from '../../test/event-receiver'
import { isPublicAddress } from './address'
import { createEventSender } from './event-sender'

const strict = createEventSender({ allowsHttp: false, isAllowed: () => false, resolve: resolvesTo('127.0.0.1'), timeoutMs: 300 })
const post = (sender: typeof strict, url: string, isTrusted = false) =>
  sender.post({
    url,
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
    isTrusted,
    signal: new AbortController().signal,
  })

describe('which addresses may be told events', () => {
  test.each(hostileUrls)('%s is refused as it is written, when it is saved and when it is sent: %s', async (_what, url) => {
    expect(strict.refusalOf(url)).toEqual(expect.any(String))
    expect(await post(strict, url)).toMatchObject({ status: null, problem: strict.refusalOf(url) })
  })

  test.each(['https://hooks.example.com/in', 'https://hooks.example.com:8443/in?key=1', 'https://钩子.例子.com/'])(
    '%s may receive events',
    (url) => expect(strict.refusalOf(url)).toBeNull(),
  )

  test.each(hostileAddresses)('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))

  test('an operator can allow http, and addresses of the own network', () => {
    const lenient = createEventSender({ allowsHttp: true, isAllowed: (address) => address === '10.0.0.8' })
    expect(lenient.refusalOf('http://hooks.example.com/')).toBeNull()
    expect(lenient.refusalOf('http://10.0.0.8:9000/in')).toBeNull()
    expect(lenient.refusalOf('http://10.0.0.9/in')).toContain('IP')
  })
})

describe('a name that resolves into the own network', () => {
  let reached = 0
  let server: Server
  let port = 0
  beforeAll(async () => {
    server = createServer((socket) => {
      reached += 1
      socket.destroy()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    port = (server.address() as { port: number }).port
  })
  afterAll(() => void server.close())

  test.each([['127.0.0.1'], ['8.8.8.8', '127.0.0.1'], ['::ffff:127.0.0.1'], ['::1']])(
    'a name with the address %s is never dialled',
    async (...addresses) => {
      const sender = createEventSender({ allowsHttp: false, isAllowed: () => false, resolve: resolvesTo(...addresses) })
      expect(await post(sender, `https://hooks.example.com:${port}/`)).toMatchObject({
        status: null,
        problem: '地址指向内部网络，不能使用',
      })
      expect(reached).toBe(0)
    },
  )

  test('a name that was public when it was checked, and is not when it is dialled, is not dialled', async () => {
    const answers = ['8.8.8.8', '127.0.0.1']
    const resolve = ((host: string, options: object, done: never) =>
      (resolvesTo(answers.length > 1 ? String(answers.shift()) : '127.0.0.1') as never as (...given: unknown[]) => void)(
        host,
        options,
        done,
      )) as never
    const sender = createEventSender({ allowsHttp: false, isAllowed: () => false, resolve, timeoutMs: 50 })
    await post(sender, `https://hooks.example.com:${port}/`)
    expect(await post(sender, `https://hooks.example.com:${port}/`)).toMatchObject({ problem: '地址指向内部网络，不能使用' })
    expect(reached).toBe(0)
  })
})

describe('an attempt at a hard receiver', () => {
  let receiver: Receiver
  beforeAll(async () => {
    receiver = await openReceiver()
  })
  afterAll(() => receiver.close())

  const outcomes: readonly (readonly [Behaviour, object])[] = [
    [200, { status: 200, text: 'ok', problem: null }],
    [204, { status: 204, problem: null }],
    [500, { status: 500, text: 'no', problem: null }],
    [410, { status: 410 }],
    ['hangsUp', { status: null, problem: '对方断开了连接，没有回答' }],
    ['hangsUpInBody', { status: 200, problem: null }],
    ['neverEnds', { status: 200, text: 'begun', problem: null }],
    ['huge', { status: 200, text: 'x'.repeat(500), problem: null }],
    ['hugeHeaders', { status: null, problem: '对方的回答头过大' }],
    ['redirect', { status: 302, problem: null }],
    ['loop', { status: 307, problem: null }],
    ['gbk', { status: 500, text: '错误' }],
    ['binary', { status: 500, text: 'A' }],
    ['asksToWait', { status: 429, text: 'slower', retryAfter: 600 }],
    ['waitsForever', { status: 503, retryAfter: null }],
  ]
  test.each(outcomes)(
    'of a receiver that answers %s the sender says what happened, and asks once',
    async (behaviour, expected) => {
      receiver.behaviour = behaviour
      receiver.received.length = 0
      expect(await post(receiver.sender, receiver.url)).toMatchObject(expected)
      expect(receiver.received).toHaveLength(1)
      expect(receiver.received[0]).toMatchObject({ path: '/in', body: '{"a":1}' })
    },
  )

  test('a receiver that does not answer is given up after the time limit', async () => {
    const silent = await openReceiver({ timeoutMs: 100 })
    silent.behaviour = 'silent'
    expect(await post(silent.sender, silent.url)).toMatchObject({ status: null, problem: '超过时间没有回答' })
    await silent.close()
  })

  test.each([
    ['otherName', 'https 证书不是这个域名的'],
    ['expired', 'https 证书已过期'],
    ['selfSigned', 'https 证书是自签名的，须使用受信任机构签发的证书'],
  ] as const)('a receiver with a certificate that is %s gets nothing', async (certificate, problem) => {
    const wrong = await openReceiver({ certificate })
    expect(await post(wrong.sender, wrong.url)).toMatchObject({ status: null, problem })
    expect(wrong.received).toEqual([])
    await wrong.close()
  })

  test('a receiver without https gets nothing, and the operator’s own address is not judged', async () => {
    const plain = await openReceiver({ isPlain: true })
    expect(await post(plain.sender, plain.url)).toMatchObject({ status: null, problem: '对方没有使用 https' })
    const own = createEventSender({ allowsHttp: false, isAllowed: () => false, authority })
    const { port } = new URL(plain.url)
    expect(await post(own, `http://127.0.0.1:${port}/in`, true)).toMatchObject({ status: 200 })
    expect(plain.received).toHaveLength(1)
    await plain.close()
  })
})
