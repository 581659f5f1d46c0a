import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ComponentContent, type ComponentLayer, instancesIn, newInstance, placedBy, withChangedInstances } from './component'

const length = fc.integer({ min: 2000, max: 900_000 }).map((value) => value / 1000)
const coordinate = fc.integer({ min: -400_000, max: 400_000 }).map((value) => value / 1000)
const angle = fc.integer({ min: -17_999, max: 18_000 }).map((value) => value / 100)
const stroke = { width: 8, offset: 2 }

const layerNamed = (uuid: string): fc.Arbitrary<ComponentLayer> =>
  fc
    .record({
      left: coordinate,
      top: coordinate,
      width: length,
      height: length,
      rotation: angle,
      horizontalFlip: fc.boolean(),
      stroke: fc.option(fc.constant(stroke)),
    })
    .map((placed) => ({
      ...placed,
      uuid,
      id: null,
      groupId: null,
      locked: false,
      hidden: false,
      layoutRule: null,
      component: null,
    }))

const content = (revision: number, prefix = 'c'): fc.Arbitrary<ComponentContent<ComponentLayer>> =>
  fc
    .integer({ min: 1, max: 5 })
    .chain((count) => fc.tuple(...Array.from({ length: count }, (_, at) => layerNamed(`${prefix}${at}`))))
    .map((layers) => ({ id: 7, revision, layers }))

const similarity = fc.record({
  mirrored: fc.boolean(),
  scale: fc.integer({ min: 300, max: 3000 }).map((value) => value / 1000),
  rotation: angle,
  x: coordinate,
  y: coordinate,
})

function uuids(): () => string {
  let next = 0
  return () => `new${next++}`
}

const change = (from: ComponentContent<ComponentLayer>, to: ComponentContent<ComponentLayer>) => () => ({ from, to })
const centreOf = ({ left, top, width, height }: ComponentLayer) => [left + width / 2, top + height / 2] as const
/** Angles are rounded to a hundredth of a degree and lengths to a thousandth of a pixel, so a point may lie this far off. */
const near = (one: number, other: number, reach: number) => expect(Math.abs(one - other)).toBeLessThan(0.02 + reach * 0.0004)

test('a changed instance lies where a new one of the new content would lie in its place', () => {
  fc.assert(
    fc.property(content(1), content(2), similarity, (from, to, at) => {
      const before = newInstance(from, at, uuids())
      const [instance, ...others] = instancesIn(withChangedInstances(before, change(from, to), uuids()))
      expect(others).toEqual([])
      expect(instance).toMatchObject({ id: 7, revision: 2 })
      const largest = Math.max(...from.layers.map(({ width, height }) => Math.max(width, height)))
      for (const [index, layer] of to.layers.entries()) {
        const [now, wanted] = [instance?.layers[index], placedBy(layer, at)]
        if (!now) throw new Error('a layer is missing')
        // A content that is much larger than what was measured lies as much less exactly.
        const reach = 2000 * at.scale * (1 + Math.max(layer.width, layer.height, 400) / largest)
        near(now.width, wanted.width, reach)
        near(centreOf(now)[0], centreOf(wanted)[0], reach)
        near(centreOf(now)[1], centreOf(wanted)[1], reach)
        expect(Math.abs(((now.rotation - wanted.rotation + 540) % 360) - 180)).toBeLessThan(0.011)
        expect(now.horizontalFlip).toBe(wanted.horizontalFlip)
      }
    }),
  )
})

test('an instance that gets the content which it has already stays as it is', () => {
  fc.assert(
    fc.property(content(1), similarity, (from, at) => {
      const before = newInstance(from, at, uuids())
      const after = withChangedInstances(before, change(from, { ...from, revision: 2 }), uuids())
      expect(after.map(({ uuid, groupId }) => [uuid, groupId])).toEqual(before.map(({ uuid, groupId }) => [uuid, groupId]))
      for (const [index, layer] of after.entries()) {
        const was = before[index]
        if (!was) throw new Error('a layer is missing')
        for (const key of ['left', 'top', 'width', 'height', 'rotation'] as const) near(layer[key], was[key], 400 * at.scale)
      }
    }),
  )
})

test('a change and its way back leave every copy with the layers it had', () => {
  fc.assert(
    fc.property(content(1), content(2, 'd'), similarity, (from, to, at) => {
      // The layers of both are known by the same names but for one, so that some stay and some go.
      const other = { ...to, layers: [...to.layers, { ...(from.layers[0] as ComponentLayer) }] }
      const before = newInstance(from, at, uuids())
      const there = withChangedInstances(before, change(from, other), uuids())
      const back = withChangedInstances(there, change(other, { ...from, revision: 3 }), uuids())
      expect(back.map(({ component }) => component?.layer)).toEqual(before.map(({ component }) => component?.layer))
      const [first, was] = [back[0], before[0]]
      if (!first || !was) throw new Error('a layer is missing')
      expect(first.uuid).toBe(was.uuid)
      near(first.width, was.width, 400 * at.scale)
    }),
  )
})

test('an instance that was only moved keeps every size and angle of its component exactly', () => {
  fc.assert(
    fc.property(content(1), content(2), coordinate, coordinate, (from, to, x, y) => {
      const before = newInstance(from, { scale: 1, rotation: 0, x, y }, uuids())
      const after = withChangedInstances(before, change(from, to), uuids())
      expect(after.map(({ width, height, rotation }) => [width, height, rotation])).toEqual(
        to.layers.map(({ width, height, rotation }) => [width, height, rotation]),
      )
    }),
  )
})

const box = (uuid: string, of: Partial<ComponentLayer> = {}): ComponentLayer => ({
  ...{ uuid, id: null, left: 0, top: 0, width: 100, height: 50, rotation: 0, locked: false, hidden: false },
  ...of,
})
const one = { id: 7, revision: 1, layers: [box('a')] }
const two = { id: 7, revision: 2, layers: [box('a'), box('b', { left: 120, stroke })] }

test('other layers, the order, the lock and the group of an instance stay, and its outlines are scaled with it', () => {
  const at = { scale: 2, rotation: 90, x: 300, y: 200 }
  const instance = newInstance(one, at, uuids()).map((layer) => ({ ...layer, locked: true }))
  const layers = [box('under'), ...instance, box('over')]
  const after = withChangedInstances(layers, change(one, two), () => `id${Math.random()}`)
  expect(after).toHaveLength(4)
  expect([after[0], after[3]]).toEqual([layers[0], layers[2]])
  expect(after[1]).toMatchObject({ uuid: 'new0', locked: true, component: { id: 7, revision: 2, layer: 'a' } })
  expect(after[2]).toMatchObject({ width: 200, height: 100, rotation: 90, locked: true, stroke: { width: 16, offset: 4 } })
  // Turned to the right, what lay beside it lies below it.
  expect(centreOf(after[2] as ComponentLayer)).toEqual([250, 540])
  expect(after[1]?.groupId).not.toBeNull()
  expect(after[1]?.groupId).toBe(after[2]?.groupId)
  const back = withChangedInstances(after, change(two, { ...one, revision: 3 }), uuids())
  expect(back.map(({ uuid, groupId }) => [uuid, groupId ?? null])).toEqual([
    ['under', null],
    ['new0', null],
    ['over', null],
  ])
})

test('each copy of a component in a design changes by itself, and an instance that is to stay keeps its identity', () => {
  const ids = uuids()
  const left = newInstance(two, { scale: 1, rotation: 0, x: 0, y: 0 }, ids)
  const right = newInstance(two, { scale: 1, rotation: 0, x: 500, y: 0 }, ids)
  const layers = [...left, ...right]
  expect(instancesIn(layers)).toHaveLength(2)
  const after = withChangedInstances(layers, ({ key }) => (key === left[0]?.groupId ? { from: two, to: one } : null), ids)
  expect(after).toHaveLength(3)
  expect(after.slice(1)).toEqual(right)
  expect(withChangedInstances(layers, () => null, ids)).toBe(layers)
})
