/** Tests the factory's program through its signed calls: lists, orders, and every way in which a response can be lost. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createFaultyFactory } from '../../../embedded/erps/print-factory/faults'
import { type ErpFailure, type ErpLine, ErpFailure as Failed } from '../../../ports/erp'
import { createMemoryOrderBook } from '../../../test/memory-book'
import { createErp, printFactoryKey } from './erp'
import { createErpClient, type ErpGateway } from './erp-client'
import { countOf, millimetresOf } from './field-names'
import { listingOf } from './listing'
import { findReceipt } from './receipt'
import { readReply } from './reply'
import { isSigned, signature } from './signature'

const key = 'live-key-of-the-factory-0001'
const at = new Date('2026-11-21T10:00:00Z')

function open(gateway?: ErpGateway) {
  const waits: number[] = []
  const factory = createFaultyFactory({
    now: () => at,
    book: createMemoryOrderBook({ now: () => at }),
    wait: async (ms) => void waits.push(ms),
    world: {
      keys: [key],
      factories: [
        {
          id: 'D1',
          name: '东莞一厂',
          models: [
            { code: '80017', name: 'iPhone 15 Pro', width: '71.1', height: '147.1mm', stock: 3 },
            { code: '80018', name: '华为 Mate 60 Pro', stock: 0 },
          ],
          materials: [{ id: '7', code: 'TPU', name: '磨砂硬壳', colors: [{ id: '71', code: 'WHITE', name: '云雾白' }] }],
        },
      ],
    },
  })
  const client = createErpClient({
    url: 'https://factory.example/api',
    gateway: gateway ?? factory.gateway,
    now: () => at,
    wait: async (ms) => {
      waits.push(ms)
    },
  })
  return { factory, erp: createErp(client, { name: '测试工厂', demoToken: null }), waits }
}

const line = (changes: Partial<ErpLine> = {}): ErpLine => ({
  outsideId: 'kj-1',
  orderOriginalId: '2411032513942101325',
  modelCode: '80017',
  materialCode: 'TPU',
  colorCode: 'WHITE',
  quantity: 1,
  pictureUrl: 'https://shop.example/files/a.png',
  ...changes,
})

async function failure(work: Promise<unknown>): Promise<ErpFailure> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (!(error instanceof Failed)) throw new Error(`no ErpFailure: ${String(error)}`)
  return error
}

test('a factory’s lists are read in every format', async () => {
  const { erp } = open()
  expect(await erp.factories(printFactoryKey(key))).toEqual([{ originalId: 'D1', name: '东莞一厂' }])
  expect(await erp.phoneModels(printFactoryKey(key), 'D1')).toEqual([
    { code: '80017', name: 'iPhone 15 Pro', widthMm: 71.1, heightMm: 147.1, stock: 3 },
    { code: '80018', name: '华为 Mate 60 Pro', widthMm: null, heightMm: null, stock: 0 },
  ])
  expect(await erp.materials(printFactoryKey(key), 'D1')).toEqual([
    { originalId: '7', code: 'TPU', name: '磨砂硬壳', colors: [{ originalId: '71', code: 'WHITE', name: '云雾白' }] },
  ])
})

test('an order is accepted once, and found again by our own number', async () => {
  const { erp, factory } = open()
  expect(await erp.findLine(printFactoryKey(key), 'D1', 'kj-1')).toBeNull()
  const receipt = await erp.createLine(printFactoryKey(key), 'D1', line())
  expect(receipt).toEqual({ factoryOrderId: 'F00000001', state: '待生产', ended: false })
  expect(await erp.findLine(printFactoryKey(key), 'D1', 'kj-1')).toEqual(receipt)
  expect(await failure(erp.createLine(printFactoryKey(key), 'D1', line()))).toMatchObject({
    kind: 'lost',
    raw: '订单已存在：F00000001',
  })
  expect(await factory.orders()).toHaveLength(1)
})

test.each([
  [{ modelCode: '99' }, '型号不存在：99'],
  [{ materialCode: 'PC' }, '材质不存在：PC'],
  [{ colorCode: 'RED' }, '颜色不存在：RED'],
  [{ modelCode: '80018' }, '华为 Mate 60 Pro 库存不足，剩余 0'],
  [{ pictureUrl: 'data:image/png;base64,' }, '图片地址不正确'],
])('a push line the factory cannot make is refused in its words: %j', async (changes, message) => {
  const { erp, factory } = open()
  expect(await failure(erp.createLine(printFactoryKey(key), 'D1', line(changes)))).toMatchObject({ kind: 'refused', message })
  expect(await factory.orders()).toEqual([])
})

describe('when no answer comes', () => {
  test('a factory read is retried with growing delays, and fails when the factory stays away', async () => {
    const { erp, factory, waits } = open()
    factory.loseCalls(2)
    expect(await erp.factories(printFactoryKey(key))).toHaveLength(1)
    expect(waits).toEqual([400, 1500])
    factory.loseCalls(100)
    expect(await failure(erp.factories(printFactoryKey(key)))).toMatchObject({
      kind: 'lost',
      message: '工厂没有回应，请稍后再试',
    })
  })

  test('a factory read is not retried when the first attempts took long', async () => {
    let time = at.getTime()
    let tries = 0
    const client = createErpClient({
      url: 'https://factory.example/api',
      gateway: async () => {
        tries += 1
        time += 12_000
        throw new TypeError('fetch failed')
      },
      now: () => new Date(time),
      wait: async () => undefined,
    })
    expect((await failure(client.read({ path: '/factory/list', params: {}, key }, () => null))).kind).toBe('lost')
    expect(tries).toBe(2)
  })

  test('a factory write is never repeated: its outcome is queried', async () => {
    const { erp, factory } = open()
    factory.loseAnswers(1)
    expect(await failure(erp.createLine(printFactoryKey(key), 'D1', line()))).toMatchObject({ kind: 'lost' })
    expect(factory.count('/order/create')).toBe(1)
    expect(await erp.findLine(printFactoryKey(key), 'D1', 'kj-1')).toEqual({
      factoryOrderId: 'F00000001',
      state: '待生产',
      ended: false,
    })
  })

  test.each([
    [502, '<html>bad gateway</html>'],
    [200, ''],
    [200, '{"code":0,"msg":"ok","data":{'],
    [200, '[1,2]'],
    [504, '{"code":0}'],
    [200, '{"code":0,"msg":"ok","data":{}}'],
  ])('an unusable response counts as lost: %i %s', async (status, body) => {
    const { erp } = open(async () => new Response(body, { status }))
    expect((await failure(erp.createLine(printFactoryKey(key), 'D1', line()))).kind).toBe('lost')
  })
})

test('a wrong factory key is reported as such, and never appears in a message', async () => {
  const { erp } = open()
  expect(await failure(erp.factories(printFactoryKey('another-key-altogether')))).toMatchObject({
    kind: 'key',
    message: '工厂不认可这个 key（签名错误），请检查或重新授权',
  })
  const spoken = open(async () => Response.json({ status: 'error', message: `bad ${key}` }))
  const failed = await failure(spoken.erp.createLine(printFactoryKey(key), 'D1', line()))
  expect(failed).toMatchObject({ kind: 'refused', message: 'bad ***' })
  expect(JSON.stringify([failed.message, failed.raw])).not.toContain(key)
})

test('a refusal without a message shows the raw response, without the key', async () => {
  const { erp } = open(async () => Response.json({ code: 7, hint: key }))
  expect(await failure(erp.factories(printFactoryKey(key)))).toMatchObject({
    kind: 'refused',
    message: '工厂拒绝了请求（代码 7）：{"code":7,"hint":"***"}',
  })
})

test('requests to the factory do not contain the key', async () => {
  const sent: string[] = []
  const { erp } = open(async (request) => {
    sent.push(await request.text())
    return Response.json({ code: 0, data: [] })
  })
  await erp.factories(printFactoryKey(key))
  expect(sent.join()).not.toContain(key)
  expect(sent.join()).toContain('…0001')
})

describe('signatures', () => {
  const params = fc.dictionary(fc.string({ minLength: 1 }), fc.string(), { noNullPrototype: true })

  test('a factory signature is valid for its parameters in any order, and for nothing else', () => {
    fc.assert(
      fc.property(params, fc.string({ minLength: 1 }), (fields, secret) => {
        const signed = { ...fields, sign: signature(fields, secret) }
        const turned = Object.fromEntries(Object.entries(signed).reverse())
        expect(isSigned(turned, secret)).toBe(true)
        expect(
          isSigned({ ...signed, more: 'x', ...(fields.more === undefined ? {} : { more: `${fields.more}x` }) }, secret),
        ).toBe(false)
      }),
    )
  })
})

describe('replies', () => {
  test('the factory’s replies are read whatever they contain', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.jsonValue().map((value) => JSON.stringify(value)),
          fc.string(),
        ),
        (text) => {
          const reply = readReply(text, 200)
          if (!reply) return
          for (const row of listingOf(reply.body, ['models'])?.rows ?? []) expect(typeof row).toBe('object')
          expect(['found', 'empty', 'unreadable']).toContain(findReceipt(reply.body, { outsideId: 'ours' }).kind)
        },
      ),
    )
  })

  test.each([
    ['73.24', 73.24],
    ['149.27 mm', 149.27],
    [71, 71],
    ['0', null],
    ['7000', null],
    ['大', null],
  ])('a factory’s size %j is read as %s mm', (given, wanted) => {
    expect(millimetresOf(given)).toBe(wanted)
  })

  test.each([
    ['12', 12],
    [0, 0],
    ['', null],
    ['-1', null],
    ['1.5', null],
    [null, null],
  ])('a factory’s stock %j is read as %s', (given, wanted) => {
    expect(countOf(given)).toBe(wanted)
  })
})
