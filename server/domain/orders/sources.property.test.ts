/** Orders that several sources bring in, in any order and any number: no source doubles the lines or the orders of another. */
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isCounted, numberLines } from '../../../contract/rules/line-numbers'
import { sized } from '../../../test/setup/size'
import { type Domain, openDomain } from '../../test/domain'
import { itemOf, openOrderShop, orderOf } from '../../test/order-shop'
import type { OrderWrite } from './import'
import type { GivenItem, OrderSource } from './stored-facts'

let domain: Domain
let shop: Awaited<ReturnType<typeof openOrderShop>>
beforeAll(async () => {
  domain = await openDomain()
  shop = await openOrderShop(domain)
})
afterAll(() => domain.close())

const models = ['iPhone 15', 'Mate 60', '小米 14', 'Find X7'] as const

/** A source, and what it knows of a line. Where the marketplace numbers no lines, both sources count them. */
interface Way {
  readonly source: OrderSource
  readonly line: (number: string, at: number) => GivenItem
}

const numbered = (number: string, at: number): string => `${number}9${at}`
const full = (number: string, at: number) =>
  itemOf(numbered(number, at), null, {
    ...{ productOriginalId: '10001', skuOriginalId: `2000${at}`, merchantSku: `KJ-${at}` },
    propertiesName: `型号:${models[at]};颜色:黑`,
  })

const ways: Readonly<Record<string, Way>> = {
  sync: { source: 'sync', line: full },
  // The file of a marketplace has no ids of SKUs, and values of choices without names.
  file: {
    source: 'file',
    line: (number, at) => {
      const { skuOriginalId: _, imageUrl: __, ...known } = full(number, at)
      return { ...known, propertiesName: `规格1:${models[at]};规格2:黑` }
    },
  },
  api: { source: 'api', line: full },
}

/** An order as one source tells it: its lines in any order, and of a file perhaps only some of them. */
function toldBy({ line }: Way, number: string, places: readonly number[], isNumbered: boolean): OrderWrite {
  const lines = places.map((at) => line(number, at))
  const items = isNumbered
    ? lines
    : numberLines(
        number,
        lines.map(({ originalId: _, ...rest }) => rest),
      )
  return orderOf(number, items as never)
}

const places = models.map((_, at) => at)
const observation = fc.record({
  way: fc.constantFrom('sync', 'file'),
  /** The lines that a file has; a sync has all of them. */
  some: fc.shuffledSubarray(places, { minLength: 1 }),
  all: fc.shuffledSubarray(places, { minLength: places.length }),
  /** How old the file is, in steps. */
  age: fc.nat(3),
})

let orders = 0

test.each([true, false])(
  'lines that are numbered by the marketplace (%s) stay one each, whoever tells them, how often and in which order',
  async (isNumbered) => {
    await fc.assert(
      fc.asyncProperty(fc.array(observation, { minLength: 2, maxLength: 5 }), async (observations) => {
        const number = `37200000000000${String(++orders).padStart(4, '0')}`
        let seen: ReadonlyMap<string, string> = new Map()
        for (const { way: name, some, all, age } of observations) {
          const way = ways[name] as Way
          // Of lines that nobody numbers a first file names all: another line in the place of a known one is a change of the buyer's choice.
          const given = way.source === 'file' && (isNumbered || seen.size > 0) ? some : all
          const observedAt = way.source === 'file' ? shop.ctx.clock.now().getTime() - age * 3_600_000 : undefined
          await shop.takeFrom({ source: way.source, observedAt }, toldBy(way, number, given, isNumbered))
          const found = (await shop.list({ keyword: number })).filter(({ originalId }) => originalId === number)
          expect(found).toHaveLength(1)
          const lines = found[0]?.orderItems ?? []
          const choices = lines.map(
            ({ propertiesName }) => models.find((model) => propertiesName.includes(model)) ?? propertiesName,
          )
          expect(new Set(choices).size, `${name} doubled a line`).toBe(choices.length)
          expect(lines.every(({ originalId }) => isNumbered !== isCounted(number, originalId))).toBe(true)
          // A line keeps the number under which its design hangs.
          const numbers = new Map(lines.map(({ originalId }, at) => [choices[at] ?? '', originalId]))
          for (const [choice, before] of seen) expect(numbers.get(choice)).toBe(before)
          seen = numbers
        }
        if (observations.some(({ way }) => way === 'sync')) expect(seen.size).toBe(models.length)
      }),
      { numRuns: sized(12, 300) },
    )
  },
)

test('an order by hand has a number that no marketplace gives, and is no order of a source', async () => {
  const number = `372999${String(++orders).padStart(12, '0')}`
  await shop.takeFrom({ source: 'sync' }, toldBy(ways.sync as Way, number, [0, 1], true))
  await shop.takeFrom(
    { source: 'manual' },
    { ...orderOf('X2603010001', [itemOf('X2603010001-1', null)]), isPlatformOrder: false },
  )
  await shop.takeFrom({ source: 'file' }, toldBy(ways.file as Way, number, [1], true))
  expect((await shop.list({ keyword: number })).flatMap(({ orderItems }) => orderItems)).toHaveLength(2)
  expect((await shop.list({ keyword: 'X2603010001' })).flatMap(({ orderItems }) => orderItems)).toHaveLength(1)
})
