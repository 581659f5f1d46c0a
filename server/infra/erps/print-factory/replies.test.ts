/** Runs the client across every response of the register: what factories' programs send, and what must come of it. */
import { describe, expect, test } from 'vitest'
import { creations, type PushExpected } from '../../../../fixtures/replies/factory-creations'
import { lists } from '../../../../fixtures/replies/factory-lists'
import { queries } from '../../../../fixtures/replies/factory-queries'
import type { FactoryReply } from '../../../../fixtures/replies/factory-reply'
import { ErpFailure, type ErpReceipt } from '../../../ports/erp'
import { responseOf } from '../../../test/factory-reply'
import { createErp, printFactoryKey } from './erp'
import { createErpClient } from './erp-client'

const key = 'live-key-of-the-factory-0001'

function open(answer: (params: Readonly<Record<string, string>>) => FactoryReply) {
  const asked: Readonly<Record<string, string>>[] = []
  const client = createErpClient({
    url: 'https://factory.example/api',
    gateway: async (request) => {
      const params = (await request.json()) as Record<string, string>
      asked.push(params)
      return responseOf(answer(params))
    },
    now: () => new Date('2026-11-21T10:00:00Z'),
    wait: async () => undefined,
  })
  return { asked, erp: createErp(client, { name: '工厂', demoToken: null }) }
}

const line = {
  outsideId: 'ours',
  orderOriginalId: 'OUR-ORDER',
  modelCode: 'A1',
  materialCode: 'M1',
  colorCode: null,
  quantity: 1,
  pictureUrl: 'https://shop.example/a.png',
}

type Outcome = { readonly kind: PushExpected['kind'] | 'none'; readonly number?: string; readonly words?: string }

const outcomeOf = (work: Promise<ErpReceipt | null>): Promise<Outcome> =>
  work.then(
    (receipt): Outcome =>
      receipt === null
        ? { kind: 'none' }
        : { kind: receipt.ended ? 'cancelled' : 'pushed', number: receipt.factoryOrderId, words: receipt.state },
    (error: unknown): Outcome => {
      if (!(error instanceof ErpFailure)) throw error
      if (error.kind === 'lost') return { kind: 'unsure', words: error.raw ?? '' }
      return { kind: error.kind, words: error.message }
    },
  )

for (const [name, shapes] of Object.entries(creations)) {
  describe(`an order that is answered by one of the ${name}`, () => {
    test.each(shapes)('$title', async ({ reply, expected }) => {
      const outcome = await outcomeOf(open(() => reply).erp.createLine(printFactoryKey(key), 'D1', line))
      expect(outcome.kind).toBe(expected.kind)
      if ('number' in expected) expect(outcome.number).toBe(expected.number)
      if (expected.kind === 'refused') expect(outcome.words).toBe(expected.words)
      else if (expected.kind !== 'pushed') expect(outcome.words).toContain(expected.words)
    })
  })
}

describe('a question for an order', () => {
  test.each(queries)('$title', async ({ reply, expected }) => {
    const outcome = await outcomeOf(open(() => reply).erp.findLine(printFactoryKey(key), 'D1', 'ours'))
    expect(outcome.kind).toBe(expected.kind === 'found' ? 'pushed' : expected.kind)
    if ('number' in expected) expect(outcome.number).toBe(expected.number)
    if ('words' in expected) expect(outcome.words).toContain(expected.words)
  })
})

describe('a list', () => {
  test.each(lists)('$title', async ({ reply: { pages, asks }, expected }) => {
    let page = 0
    const { erp, asked } = open((params) => {
      const first = pages[0] ?? { body: null }
      if (Object.keys(params).some((name) => /^(?:page|pageNo|pageNum|current)$/.test(name))) page += 1
      return pages[page] ?? first
    })
    const work = erp.phoneModels(printFactoryKey(key), 'D1')
    if (expected.kind === 'error') {
      const error = await work.catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(ErpFailure)
      expect((error as ErpFailure).message).toContain(expected.words)
      return
    }
    expect((await work).map(({ code }) => code)).toEqual(expected.codes)
    for (const [at, params] of asked.slice(1).entries()) {
      if (asks !== null) expect(params[asks], `page ${at + 2} is asked for`).toMatch(/^\d+$/)
    }
  })
})

describe('models in groups', () => {
  const group = (fields: object, ...names: string[]) => ({
    ...fields,
    modelList: names.map((name_cn) => ({ product_id: name_cn, name_cn })),
  })
  test.each([
    [
      'a number alone has the brand of its group in front',
      group({ name_cn: '苹果' }, '15', '15 Pro'),
      ['苹果 15', '苹果 15 Pro'],
    ],
    ['a name that says its brand stays', group({ name_cn: '苹果' }, 'iPhone 15', '苹果15'), ['iPhone 15', '苹果15']],
    ['a series that implies its brand stays', group({ name_cn: '华为' }, 'Mate 60', 'nova 12'), ['Mate 60', 'nova 12']],
    ['a name of another brand stays', group({ name_cn: '小米' }, '红米 Note 13'), ['红米 Note 13']],
    ['the field brand names a brand that nobody knows', group({ brand: '某某' }, 'X1'), ['某某 X1']],
    ['two names of a brand', group({ name: 'Apple/苹果' }, '15'), ['Apple/苹果 15']],
    ['a group of another kind names no brand', group({ name_cn: '热销机型' }, '15'), ['15']],
    ['a group without a name', group({}, '15'), ['15']],
  ])('%s', async (_, body, names) => {
    const { erp } = open(() => ({ body: { code: 0, data: { list: [body] } } }))
    expect((await erp.phoneModels(printFactoryKey(key), 'D1')).map(({ name }) => name)).toEqual(names)
  })

  test('the brand that a row names itself stands in front, too', async () => {
    const rows = [
      { product_id: 'a', name_cn: '15', brand_name: '苹果' },
      { product_id: 'b', name_cn: '15', brand: '小米' },
    ]
    const { erp } = open(() => ({ body: { code: 0, data: rows } }))
    expect((await erp.phoneModels(printFactoryKey(key), 'D1')).map(({ name }) => name)).toEqual(['苹果 15', '小米 15'])
  })
})
