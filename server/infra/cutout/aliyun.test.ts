/** Tests the external cutout provider against a service that listens on a port and checks every signature. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Failure } from '../../kernel/failure'
import type { CutoutProvider } from '../../ports/cutout'
import type { Storage } from '../../ports/storage'
import { createAliyunCutouts } from './aliyun'
import { parseAliyunAddress } from './aliyun-address'
import { signature } from './aliyun-call'
import { withFallback } from './fallback'

type Answer = { readonly status?: number; readonly json?: unknown; readonly text?: string } | 'cut' | 'late'

let service: Server
let base: string
let calls: URLSearchParams[]
let script: Answer[]
/** Objects of the storage, by key. */
let objects: Map<string, Buffer>
let results: Map<string, Buffer>
let photo: Buffer
/** Time limit of the current call. */
let patience: AbortController

const storage = {
  put: async (key: string, body: Buffer) => void objects.set(key, body),
  remove: async (key: string) => void objects.delete(key),
} as unknown as Storage

beforeEach(async () => {
  calls = []
  script = []
  objects = new Map()
  results = new Map()
  photo = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#369' } })
    .jpeg()
    .toBuffer()
  service = createServer(async (request, response) => {
    let text = ''
    for await (const part of request) text += String(part)
    const form = new URLSearchParams(text)
    calls.push(form)
    const { Signature, ...rest } = Object.fromEntries(form)
    const genuine = Signature === signature(request.method ?? '', rest, 'se/cret')
    // The picture can be fetched during the call, and is within the service's limits.
    const key = (form.get('ImageURL') ?? '').replace('https://shop.example/files/', '')
    const { width } = await sharp(objects.get(key)).metadata()
    expect(width).toBeLessThanOrEqual(2000)
    const answer: Answer = genuine
      ? (script.shift() ?? { status: 500 })
      : { status: 400, json: { Code: 'SignatureDoesNotMatch' } }
    if (answer === 'cut') return response.destroy()
    if (answer === 'late') return patience.abort()
    response.statusCode = answer.status ?? 200
    response.end(answer.text ?? JSON.stringify(answer.json ?? {}))
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  base = `127.0.0.1:${(service.address() as AddressInfo).port}`
})
afterEach(() => {
  service.closeAllConnections()
  service.close()
})

const open = (secret = 'se%2Fcret'): CutoutProvider =>
  createAliyunCutouts({
    address: parseAliyunAddress(`aliyun://key:${secret}@${base}?tls=off`),
    storage,
    clock: { now: () => new Date('2026-03-01T08:00:00Z') },
    publicUrl: 'https://shop.example',
    limit() {
      patience = new AbortController()
      return patience.signal
    },
    fetch: async (url) => results.get(url.href) ?? Buffer.from('?'),
  })
const on = new AbortController().signal

/** Alpha of the left half of the sent picture, as transparency or as brightness. */
const leftHalf = (channels: 3 | 4) =>
  sharp({ create: { width: 1800, height: 900, channels, background: channels === 4 ? { r: 0, g: 0, b: 0, alpha: 0 } : '#000' } })
    .composite([{ input: { create: { width: 900, height: 900, channels: 3, background: '#fff' } }, left: 0, top: 0 }])
    .png()
    .toBuffer()

describe('an outside service', () => {
  test('calls of the cutout service are signed as in its own documentation', () => {
    // The example in the provider's documentation of signature version 1.0.
    const example = {
      ...{ Timestamp: '2016-02-23T12:46:24Z', Format: 'XML', AccessKeyId: 'testid', Action: 'DescribeRegions' },
      ...{ SignatureMethod: 'HMAC-SHA1', SignatureNonce: '3ee8c1b8-83d3-44af-a94f-4e0ad82fd6cf' },
      ...{ Version: '2014-05-26', SignatureVersion: '1.0' },
    }
    expect(signature('GET', example, 'testsecret')).toBe('OLeaidS1JvxuMvnyHOwuJ+uX5qY=')
  })

  test.each([
    ['body', 'SegmentBody', 4],
    ['common', 'SegmentCommonImage', 3],
  ] as const)('the cutout service cuts out a %s, and the result has the size of the picture', async (type, action, channels) => {
    results.set('http://oss.example/r.png', await leftHalf(channels))
    script = [{ json: { RequestId: 'r', Data: { ImageURL: 'http://oss.example/r.png' } } }]
    const cut = await open().cut({ bytes: photo, type }, on)
    expect(cut).toMatchObject({ width: 2400, height: 1200, model: `aliyun-${action}/1` })
    expect([cut.alpha[600 * 2400 + 400], cut.alpha[600 * 2400 + 2000]]).toEqual([255, 0])
    const sent = Object.fromEntries(calls[0] ?? [])
    expect(sent).toMatchObject({ Action: action, Version: '2019-12-30', AccessKeyId: 'key', Timestamp: '2026-03-01T08:00:00Z' })
    // The copy made for the service has been removed.
    expect(objects.size).toBe(0)
  })

  test('the cutout service finds the largest of several heads, at its position', async () => {
    const head = await sharp({ create: { width: 100, height: 120, channels: 4, background: '#fff' } })
      .png()
      .toBuffer()
    results.set('http://oss.example/big.png', head)
    const element = (ImageURL: string, X: number, Width: number) => ({ ImageURL, X, Y: 300, Width, Height: 120 })
    script = [
      {
        json: {
          Data: { Elements: [element('http://oss.example/s.png', 10, 20), element('http://oss.example/big.png', 900, 100)] },
        },
      },
    ]
    const cut = await open().cut({ bytes: photo, type: 'head' }, on)
    const share = (x: number, y: number) => cut.alpha[Math.round((y * 2400) / 1800) * 2400 + Math.round((x * 2400) / 1800)]
    expect([share(950, 360), share(20, 360), share(1100, 360)]).toEqual([255, 0, 0])
  })

  test('the cutout service is retried when its response is lost, late or unusable', async () => {
    results.set('http://oss.example/r.png', await leftHalf(3))
    const good: Answer = { json: { Data: { ImageURL: 'http://oss.example/r.png' } } }
    const bad: Answer[] = ['cut', 'late', { status: 503 }, { text: '<html>' }, { status: 400, json: { Code: 'Throttling.User' } }]
    for (const answer of bad) {
      script = [answer, good]
      await open().cut({ bytes: photo, type: 'body' }, on)
    }
    expect(calls).toHaveLength(2 * bad.length)
    // A nonce that is used twice would be refused.
    expect(new Set(calls.map((form) => form.get('SignatureNonce'))).size).toBe(calls.length)
  })

  test.each<[string, Answer[], string, string]>([
    ['it is out of order', ['cut', 'late'], 'upstream-failed', '抠图服务连接不上或正忙'],
    ['it finds nobody', [{ status: 400, json: { Code: 'InvalidImage.NotFoundBody' } }], 'invalid', '没有找到人像'],
    ['nothing is found', [{ json: { Data: { Elements: [] } } }], 'invalid', '没有找到头像'],
    ['it takes no such picture', [{ status: 400, json: { Code: 'InvalidFile.Resolution' } }], 'invalid', '无法处理这张图片'],
    [
      'the account is out of money',
      [{ status: 400, json: { Code: 'Forbidden.Overdue' } }],
      'upstream-failed',
      'Forbidden.Overdue',
    ],
    ['it answers strangely', [{ json: { Data: { ImageURL: 'no address' } } }], 'upstream-failed', '无法识别'],
  ])('an error of the cutout service has words for the seller when %s', async (_, answers, code, words) => {
    script = answers
    const refused: unknown = await open()
      .cut({ bytes: photo, type: 'head' }, on)
      .catch((reason: unknown) => reason)
    expect(refused).toBeInstanceOf(Failure)
    expect(refused).toMatchObject({ code, message: expect.stringContaining(words) })
    expect(objects.size).toBe(0)
  })

  test('the cutout service with a wrong secret is refused without a retry', async () => {
    await expect(open('wrong').cut({ bytes: photo, type: 'body' }, on)).rejects.toThrow('SignatureDoesNotMatch')
    expect(calls).toHaveLength(1)
  })

  test('the fallback replaces a cutout service that is out of order, but not its refusal of a picture', async () => {
    const own: CutoutProvider = {
      concurrency: 1,
      model: () => 'own',
      cut: async () => ({
        alpha: new Uint8Array(1),
        width: 1,
        height: 1,
        box: { left: 0, top: 0, width: 1, height: 1 },
        score: 1,
        model: 'own',
      }),
      close: async () => undefined,
    }
    const reported: unknown[] = []
    const both = withFallback(open(), own, (error) => reported.push(error))
    script = [{ status: 500 }, { status: 500 }]
    expect((await both.cut({ bytes: photo, type: 'body' }, on)).model).toBe('own')
    expect(reported).toHaveLength(1)
    script = [{ status: 400, json: { Code: 'InvalidImage.NotFoundBody' } }]
    await expect(both.cut({ bytes: photo, type: 'body' }, on)).rejects.toThrow('没有找到人像')
    expect(both.model('body')).toBe('aliyun-SegmentBody/1')
  })
})

test.each([
  ['https://a:b@c', 'aliyun://'],
  ['aliyun://host', '缺少访问密钥'],
  ['aliyun://a:b@host/path', '须写成'],
  ['aliyun://a:b@host?tls=maybe', 'tls='],
  ['nonsense', '不是网址'],
])('the cutout service address %s is refused', (text, words) => {
  expect(() => parseAliyunAddress(text)).toThrow(words)
})
