import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupLayers, ungroupLayers } from '../commands/group'
import { duplicateLayers, pasteLayers, removeLayers } from '../commands/layers'
import { boundsOfAll } from '../geometry/bounds'
import { normalise } from '../model/invariants'
import type { DesignDoc } from '../model/types'
import { openDesign } from '../test/driver'
import { docOf, image, text, uuidsOf } from '../test/make'
import { bodiesOf, completeGroupOf, gatherMembers, withGroupMembers } from './group'
import { copiesOf } from './offset'

const g = { groupId: 'g' }
const grouped = docOf(
  image('a', { ...g, left: 50, top: 100 }),
  image('x', { left: 400 }),
  image('b', { ...g, left: 200, top: 300 }),
  text('t', { ...g, left: 50, top: 500 }),
)
const groupsIn = (doc: DesignDoc) => doc.layers.map((layer) => layer.groupId)

describe('selecting in groups', () => {
  test('a click selects the whole group, and a click that reaches into it one member', () => {
    const d = openDesign(grouped)
    d.click('b')
    expect(d.selection()).toEqual(['a', 'b', 't'])
    d.click('b', { alone: true })
    expect(d.selection()).toEqual(['b'])
    d.click('x')
    expect(d.selection()).toEqual(['x'])
  })
  test('a shift-click toggles the whole group', () => {
    const d = openDesign(grouped)
    d.click('x')
    d.click('a', { shift: true })
    expect(d.selection()).toEqual(['x', 'a', 'b', 't'])
    d.click('t', { shift: true })
    expect(d.selection()).toEqual(['x'])
  })
  test('a box that touches one member selects the whole group', () => {
    const d = openDesign(grouped)
    d.dragBox({ x: 40, y: 90 }, { x: 60, y: 110 })
    expect(d.selection()).toEqual(['a', 'b', 't'])
  })
  test('a locked member can be selected only alone, and is left out when the other members are selected', () => {
    const d = openDesign(docOf(image('a', g), image('b', { ...g, locked: true, left: 200 }), image('c', { ...g, left: 300 })))
    d.click('b')
    expect(d.selection()).toEqual(['b'])
    d.click('a')
    expect(d.selection()).toEqual(['a', 'c'])
  })
})

describe('grouping', () => {
  test('grouping moves the layers together under the highest in their order, and undo reverts it', () => {
    const d = openDesign(docOf(image('a'), image('x'), image('b'), image('y')))
    d.select(['b', 'a'])
    expect(d.run(groupLayers, { uuids: d.selection(), groupId: 'new' }).ok).toBe(true)
    expect(uuidsOf(d.doc())).toEqual(['x', 'a', 'b', 'y'])
    expect(groupsIn(d.doc())).toEqual([null, 'new', 'new', null])
    d.undo()
    expect(uuidsOf(d.doc())).toEqual(['a', 'x', 'b', 'y'])
    expect(groupsIn(d.doc())).toEqual([null, null, null, null])
  })
  test('grouping merges groups, and grouping the same group again is no step', () => {
    const d = openDesign(grouped)
    d.run(groupLayers, { uuids: ['a', 'b', 't'], groupId: 'again' })
    expect(d.canUndo()).toBe(false)
    d.run(groupLayers, { uuids: ['a', 'b', 't', 'x'], groupId: 'all' })
    expect(groupsIn(d.doc())).toEqual(['all', 'all', 'all', 'all'])
  })
  test('grouping needs two layers that are not locked', () => {
    const doc = docOf(image('bg', { isBackground: true }), image('a'), image('locked', { locked: true }))
    expect(groupLayers.run(doc, { uuids: ['a'], groupId: 'n' })).toEqual({ ok: false, message: '请至少选择两个图层再组合' })
    expect(groupLayers.run(doc, { uuids: ['a', 'locked'], groupId: 'n' })).toEqual({ ok: false, message: '图层已锁定，请先解锁' })
    expect(groupLayers.enabled?.(doc, ['bg', 'a'])).toBe(false)
  })
  test('ungrouping selects all former members, also when only one of them was selected', () => {
    const d = openDesign(grouped)
    d.click('a', { alone: true })
    d.run(ungroupLayers, { uuids: d.selection() })
    expect(groupsIn(d.doc())).toEqual([null, null, null, null])
    expect(d.selection()).toEqual(['a', 'b', 't'])
  })
})

describe('a group', () => {
  test('a group moves, scales and rotates as one body', () => {
    const d = openDesign(grouped)
    d.click('a')
    const before = boundsOfAll(d.doc().layers.filter((layer) => layer.groupId === 'g'))
    d.drag(30, 7)
    const moved = boundsOfAll(d.doc().layers.filter((layer) => layer.groupId === 'g'))
    expect(moved).toMatchObject({ x: (before?.x ?? 0) + 30, y: (before?.y ?? 0) + 7 })
    d.rotate(90)
    expect(d.doc().layers.map((layer) => layer.rotation)).toEqual([90, 0, 90, 90])
    d.resize(105, 105)
    expect(d.layer('a').width).toBeCloseTo(105)
    expect(d.layer('x').width).toBe(100)
  })
  test('a copied group is a new group with the same arrangement, offset by 10 percent', () => {
    const d = openDesign(grouped)
    const copies = ['a', 'b', 't'].map((originalUuid) => ({ originalUuid, uuid: `${originalUuid}2` }))
    d.run(duplicateLayers, { copies })
    expect(d.doc().layers.slice(4)).toMatchObject([
      { uuid: 'a2', groupId: 'a2', left: 55, top: 110 },
      { uuid: 'b2', groupId: 'a2', left: 205, top: 310 },
      { uuid: 't2', groupId: 'a2', left: 55, top: 510 },
    ])
    expect(groupsIn(d.doc()).slice(0, 4)).toEqual(['g', null, 'g', 'g'])
  })
  test('copying some members makes a group of the copies, and copying one member makes none', () => {
    expect(copiesOf(grouped.layers.slice(0, 1), () => 'n')).toMatchObject([{ groupId: null }])
    const pasted = pasteLayers.run(docOf(), { layers: [...grouped.layers.slice(2)], uuids: ['b2', 't2'] })
    expect(pasted.ok && groupsIn(normalise(pasted.doc))).toEqual(['b2', 'b2'])
  })
  test('a group pasted on a smaller canvas keeps its arrangement and is put in the middle', () => {
    const far = [image('a', { ...g, left: 4000 }), image('b', { ...g, left: 4200 })]
    const pasted = pasteLayers.run(docOf(), { layers: far, uuids: ['a2', 'b2'] })
    expect(pasted.ok && pasted.doc.layers.map((layer) => layer.left)).toEqual([100, 300])
  })
  test('a group never has one member: not after deleting the others, nor when one becomes the background', () => {
    const d = openDesign(grouped)
    d.run(removeLayers, { uuids: ['a', 'b'] })
    expect(groupsIn(d.doc())).toEqual([null, null])
    d.undo()
    expect(groupsIn(d.doc())).toEqual(['g', null, 'g', 'g'])
    expect(groupsIn(normalise(docOf(image('bg', { ...g, isBackground: true }), image('a', g))))).toEqual([null, null])
  })
  test('bodiesOf, withGroupMembers and completeGroupOf answer by group', () => {
    expect(bodiesOf(grouped.layers).map((body) => body.map((layer) => layer.uuid))).toEqual([['a', 'b', 't'], ['x']])
    expect(withGroupMembers(grouped, ['t', 'x', 'a'])).toEqual(['a', 'b', 't', 'x'])
    expect(
      completeGroupOf(
        grouped,
        grouped.layers.filter((layer) => layer.groupId === 'g'),
      ),
    ).toBe('g')
    expect(completeGroupOf(grouped, grouped.layers.slice(0, 1))).toBeNull()
    expect(completeGroupOf(grouped, grouped.layers)).toBeNull()
    expect(gatherMembers(grouped.layers, new Set())).toBe(grouped.layers)
  })
  test('gathering any members keeps every layer and the order inside and outside the group', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 12 }), (inside) => {
        const layers = inside.map((_, i) => image(`l${i}`))
        const members = new Set(layers.filter((_, i) => inside[i]).map((layer) => layer.uuid))
        const next = gatherMembers(layers, members)
        const side = (all: readonly { uuid: string }[], wanted: boolean) =>
          all.filter((layer) => members.has(layer.uuid) === wanted).map((layer) => layer.uuid)
        for (const wanted of [true, false]) expect(side(next, wanted)).toEqual(side(layers, wanted))
        const at = next.flatMap((layer, i) => (members.has(layer.uuid) ? [i] : []))
        expect(at.every((index, i) => i === 0 || index === (at[i - 1] ?? 0) + 1)).toBe(true)
      }),
    )
  })
})
