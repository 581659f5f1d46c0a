import { expect, test } from 'vitest'
import { nudge } from '../../../design/commands/transform'
import { normalise, violations } from '../../../design/model/invariants'
import type { Layer } from '../../../design/model/types'
import { docOf, image } from '../../../design/test/make'
import { openDesigner } from '../test/driver'

/** A layer that counts how often one of its fields is read. */
function counted(layer: Layer, field: 'left' | 'name'): { readonly layer: Layer; reads(work: () => unknown): number } {
  const value = layer[field]
  let reads = 0
  const observed = Object.defineProperty({ ...layer }, field, {
    enumerable: true,
    get: () => {
      reads += 1
      return value
    },
  })
  return {
    layer: observed,
    reads(work) {
      reads = 0
      work()
      return reads
    },
  }
}

test('a step normalises its document once', () => {
  const unchanged = counted(image('still'), 'left')
  const { session } = openDesigner(docOf(image('moved'), unchanged.layer))
  const once = unchanged.reads(() => violations(normalise(session.getState().doc)))
  expect(once).toBeGreaterThan(0)
  const step = () => session.run(nudge, { uuids: ['moved'], dx: 3, dy: 0 })
  expect(unchanged.reads(step)).toBe(once)
  session.begin('移动图层')
  expect(unchanged.reads(() => session.update(nudge, { uuids: ['moved'], dx: 3, dy: 0 }))).toBe(once)
  expect(unchanged.reads(() => session.commit())).toBe(0)
})

test('a step is compared with the saved design once, and asking again whether it is saved compares nothing', () => {
  const moved = counted(image('moved'), 'name')
  const { session } = openDesigner(docOf(moved.layer))
  const step = () => session.run(nudge, { uuids: ['moved'], dx: 3, dy: 0 })
  step()
  // From here on only the saved document contains the counted layer.
  expect(moved.reads(step)).toBe(1)
  expect(moved.reads(() => [session.isDirty(), session.isDirty(), session.select([])])).toBe(0)
})
