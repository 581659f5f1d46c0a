import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type SentLayer, sentLayers, wholeLayers } from './buyer-layers'
import { isSame } from './buyer-rights'

interface Layer {
  readonly uuid: string
  readonly index: number
  readonly left?: number
  readonly stroke?: { readonly width: number } | null
  readonly strokeSvgData?: string | null
}
const outline = 'M0 0'.repeat(50_000)
const one: Layer = { uuid: 'one', index: 0, left: 0, stroke: { width: 3 }, strokeSvgData: outline }
const two: Layer = { uuid: 'two', index: 1, left: 5 }

describe('layers that a buyer sends', () => {
  test('an untouched layer is its identity and its position, and a moved one also where it is', () => {
    expect(sentLayers([one, two], [one, { ...two, left: 9 }])).toEqual([
      { base: true, uuid: 'one', index: 0 },
      { base: true, uuid: 'two', index: 1, left: 9 },
    ])
  })

  test('a field that is gone is sent as null, and a layer of the buyer whole', () => {
    const { stroke: _, strokeSvgData: __, ...plain } = one
    const own: Layer = { uuid: 'photo-1', index: 1, left: 3 }
    expect(sentLayers([one], [plain, own])).toEqual([
      { base: true, uuid: 'one', index: 0, stroke: null, strokeSvgData: null },
      own,
    ])
  })

  test('a layer that the design did not begin with is no change of one', () => {
    expect(
      wholeLayers(
        [one],
        [
          { base: true, uuid: 'one', index: 0 },
          { base: true, uuid: 'else', index: 1 },
        ],
      ),
    ).toBe(1)
  })

  test('whatever is sent arrives as it was, brief or whole', () => {
    const layer = fc.record(
      {
        uuid: fc.constantFrom('a', 'b', 'c', 'd'),
        index: fc.nat(9),
        left: fc.integer(),
        stroke: fc.option(fc.record({ width: fc.nat(9) })),
        strokeSvgData: fc.option(fc.string()),
      },
      { requiredKeys: ['uuid', 'index'] },
    )
    const layers = fc.uniqueArray(layer, { selector: ({ uuid }) => uuid }) as fc.Arbitrary<Layer[]>
    fc.assert(
      fc.property(layers, layers, (base, now) => {
        expect(isSame(wholeLayers(base, sentLayers(base, now)), now)).toBe(true)
        expect(wholeLayers(base, now as SentLayer<Layer>[])).toEqual(now)
      }),
    )
  })
})
