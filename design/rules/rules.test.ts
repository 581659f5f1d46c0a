import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundsOfAll } from '../geometry/bounds'
import { centreOf, placementCentre } from '../geometry/box'
import type { Layer } from '../model/types'
import { docOf, image } from '../test/make'
import { planMove } from '../test/plan-move'
import { setBackground } from './background'
import { collectSnapTargets } from './guides'
import { planScaleStep } from './key-steps'
import { copyOf } from './offset'
import { moveDown, moveToBottom, moveToIndex, moveToTop, moveUp, type OrderPlan, orderText } from './order'
import { clampScale, planResize, planScale, ratioLocked } from './resize'
import { planRotate, snapRotation } from './rotation'
import { allSelectable, boxSelection, clickSelection, layerAt, selectionOf } from './selection'
import { snapToCentre } from './snap'

const canvas = { width: 500, height: 1044 }

describe('selecting', () => {
  const doc = docOf(
    image('bg', { isBackground: true, left: -272, width: 1044, height: 1044 }),
    image('a', { left: 0, top: 0 }),
    image('b', { left: 200, top: 0 }),
    image('locked', { left: 0, top: 200, locked: true }),
    image('hidden', { left: 200, top: 200, hidden: true }),
  )
  test('a click selects one layer and clears the others', () => {
    expect(clickSelection(doc, ['a', 'b'], 'b')).toEqual(['b'])
    expect(clickSelection(doc, ['a'], null)).toEqual([])
  })
  test('a click selects a locked layer or the background, alone', () => {
    expect(clickSelection(doc, ['a', 'b'], 'locked')).toEqual(['locked'])
    expect(clickSelection(doc, ['a'], 'bg')).toEqual(['bg'])
  })
  test('a shift-click toggles a layer', () => {
    expect(clickSelection(doc, ['a'], 'b', true)).toEqual(['a', 'b'])
    expect(clickSelection(doc, ['a', 'b'], 'a', true)).toEqual(['b'])
    expect(clickSelection(doc, ['locked'], 'locked', true)).toEqual([])
    expect(clickSelection(doc, ['a'], null, true)).toEqual(['a'])
  })
  test('a shift-click drops locked layers and the background, whichever came first', () => {
    expect(clickSelection(doc, ['a'], 'locked', true)).toEqual(['a'])
    expect(clickSelection(doc, ['a'], 'bg', true)).toEqual(['a'])
    expect(clickSelection(doc, ['locked'], 'a', true)).toEqual(['a'])
    expect(clickSelection(doc, ['bg'], 'locked', true)).toEqual(['locked'])
  })
  test('unknown and repeated ids are dropped from a selection', () => {
    expect(selectionOf(doc, ['a', 'nobody', 'a', 'b', 'bg'])).toEqual(['a', 'b'])
    expect(clickSelection(doc, ['a'], 'nobody')).toEqual([])
  })
  test('a box selects the layers it touches, except locked and hidden ones and the background', () => {
    expect(boxSelection(doc, { x: -50, y: -50 }, { x: 450, y: 450 })).toEqual(['a', 'b'])
    expect(boxSelection(doc, { x: 450, y: 450 }, { x: 210, y: 90 })).toEqual(['b'])
    expect(boxSelection(doc, { x: 110, y: 110 }, { x: 190, y: 190 })).toEqual([])
  })
  test('a drag box counts above 10 screen px, whatever the zoom', () => {
    expect(boxSelection(doc, { x: 50, y: 50 }, { x: 60, y: 60 })).toBeNull()
    expect(boxSelection(doc, { x: 50, y: 50 }, { x: 60.1, y: 50 })).toEqual(['a'])
    expect(boxSelection(doc, { x: 50, y: 50 }, { x: 56, y: 50 }, { zoom: 2 })).toEqual(['a'])
    expect(boxSelection(doc, { x: 50, y: 50 }, { x: 65, y: 50 }, { zoom: 0.5 })).toBeNull()
  })
  test('a box with shift adds to the selection', () => {
    expect(boxSelection(doc, { x: 210, y: 10 }, { x: 230, y: 30 }, { shift: true, selection: ['a'] })).toEqual(['a', 'b'])
  })
  test('a box is tested against the rotated layer itself, not its bounds', () => {
    const turned = docOf(image('d', { left: 100, top: 100, rotation: 45 }))
    expect(boxSelection(turned, { x: 60, y: 60 }, { x: 85, y: 85 })).toEqual([])
    expect(boxSelection(turned, { x: 130, y: 70 }, { x: 170, y: 90 })).toEqual(['d'])
  })
  test('layerAt finds the topmost visible layer, the background last', () => {
    expect(layerAt(doc, { x: 50, y: 50 })).toBe('a')
    expect(layerAt(doc, { x: 250, y: 250 })).toBe('bg')
    expect(layerAt(docOf(image('a')), { x: 300, y: 300 })).toBeNull()
    expect(allSelectable(doc)).toEqual(['a', 'b'])
  })
})

describe('snapping to the centre', () => {
  const at = (x: number, y: number) => ({ x: x - 50, y: y - 50, width: 100, height: 100 })
  test('a drag snaps to the centre within 3 px, each axis by itself, and reports the line', () => {
    expect(snapToCentre(at(253, 0), canvas)).toEqual({ dx: -3, dy: 0, guides: [{ axis: 'x', at: 250 }] })
    expect(snapToCentre(at(253.1, 519), canvas)).toEqual({ dx: 0, dy: 3, guides: [{ axis: 'y', at: 522 }] })
    expect(snapToCentre(at(249, 523), canvas).guides).toHaveLength(2)
  })
  test('the snap tolerance is measured in screen px', () => {
    expect(snapToCentre(at(255, 0), canvas, 0.5).dx).toBe(-5)
    expect(snapToCentre(at(252, 0), canvas, 2).dx).toBe(0)
  })
  test('the middle of several layers snaps together, and moving on releases it exactly', () => {
    const layers = [image('a', { left: 0 }), image('b', { left: 200 })]
    const field = collectSnapTargets(docOf(...layers), ['a', 'b'])
    expect(planMove(layers, field, 98, 5).placements.map((p) => p.left)).toEqual([100, 300])
    expect(planMove(layers, field, 95, 5)).toMatchObject({ guides: [], placements: [{ left: 95 }, { left: 295 }] })
    expect(planMove([], field, 1, 1)).toEqual({ placements: [], guides: [], gaps: [] })
  })
})

describe('turning', () => {
  test('a rotation snaps to right angles within 3°', () => {
    expect([87, 86.99, 93, 93.01, -88, 178, -178, 271, 45, 2.5].map(snapRotation)).toEqual([
      90, 86.99, 90, 93.01, -90, 180, 180, -90, 45, 0,
    ])
  })
  test('one layer rotates about its own centre, and its own angle snaps', () => {
    const layer = image('a', { left: 10, top: 20, rotation: 30 })
    expect(planRotate([layer], 58)).toEqual([{ uuid: 'a', left: 10, top: 20, width: 100, height: 100, rotation: 90 }])
  })
  test('several layers rotate about their common centre', () => {
    const [a, b] = planRotate([image('a', { left: 0 }), image('b', { left: 200 })], 89)
    expect([a?.rotation, b?.rotation]).toEqual([90, 90])
    expect([a?.left, a?.top, b?.left, b?.top]).toEqual([100, -100, 100, 100])
    expect(planRotate([], 5)).toEqual([])
  })
})

describe('resizing', () => {
  test('several layers and a rotated layer keep their proportions when resized', () => {
    expect(ratioLocked([image('a')])).toBe(false)
    expect(ratioLocked([image('a', { rotation: 1 })])).toBe(true)
    expect(ratioLocked([image('a'), image('b')])).toBe(true)
  })
  test('resizing one layer stops at 60 px on each side', () => {
    const layer = image('a', { width: 200, height: 100 })
    expect(planResize(layer, { width: 10, height: 10 }, { x: 0, y: 0 })).toMatchObject({ left: 0, top: 0, width: 60, height: 60 })
    expect(planResize(layer, { width: 10, height: 10 }, { x: 1, y: 1 })).toMatchObject({
      left: 140,
      top: 40,
      width: 60,
      height: 60,
    })
    expect(planResize(layer, { width: 10, height: 100 }, { x: 0, y: 0 }, true)).toMatchObject({ width: 120, height: 60 })
  })
  test('resizing several layers stops at 60 px for each of them, all by one factor', () => {
    const layers = [image('a', { width: 100, height: 100 }), image('b', { left: 200, width: 80, height: 240 })]
    const plan = planScale(layers, 0.01, { x: 0, y: 0 })
    expect(plan.map((p) => [p.left, p.width, p.height])).toEqual([
      [0, 75, 75],
      [150, 60, 180],
    ])
  })
  test('a thin layer shrinks until its longer side is 60 px, and a tiny one only grows', () => {
    expect(clampScale([{ width: 300, height: 40 }], 0.01)).toBeCloseTo(0.2)
    expect(clampScale([{ width: 30, height: 40 }], 0.5)).toBe(1)
    expect(clampScale([{ width: 30, height: 40 }], 1.5)).toBe(1.5)
    expect(planResize(image('a', { width: 300, height: 40 }), { width: 10, height: 10 }, { x: 0, y: 0 })).toMatchObject({
      width: 60,
      height: 40,
    })
  })
  test('resizing leaves the anchor in place, rotated or not', () => {
    const side = fc.double({ min: 1, max: 900, noNaN: true })
    fc.assert(
      fc.property(side, side, fc.integer({ min: -180, max: 180 }), fc.constantFrom(0, 0.5, 1), (width, height, rotation, u) => {
        const layer = image('a', { left: 40, top: 60, width: 200, height: 100, rotation })
        const next = planResize(layer, { width, height }, { x: u, y: u })
        expect(Math.min(next.width, next.height)).toBeGreaterThanOrEqual(60 - 1e-9)
        if (rotation !== 0) expect(next.width / next.height).toBeCloseTo(2, 9)
        if (u === 0.5) expect(placementCentre(next).x).toBeCloseTo(placementCentre(layer).x, 6)
      }),
    )
  })
  test('a scale step keeps the centre of the selection', () => {
    const layers = [image('a', { left: 0 }), image('b', { left: 300, top: 40 })]
    const before = boundsOfAll(layers)
    const after = boundsOfAll(planScaleStep(layers, 1.05))
    expect(after?.width).toBeCloseTo(420)
    expect(before && after && centreOf(after)).toEqual(before && centreOf(before))
    expect(planScaleStep([image('a', { width: 61, height: 61 })], 0.95)[0]?.width).toBe(60)
    expect(planScaleStep([], 2)).toEqual([])
  })
})

describe('copying', () => {
  test('a copy is offset by 10 percent of its position, with a new uuid and no id', () => {
    const copy = copyOf(image('a', { id: 5, left: 200, top: 50, locked: true }), 'copy')
    expect(copy).toMatchObject({ uuid: 'copy', id: null, left: 220, top: 55, locked: false, isBackground: false })
  })
  test('a copy is visible even when the original is in the top left corner', () => {
    expect(copyOf(image('a', { left: 0, top: 4 }), 'copy')).toMatchObject({ left: 10, top: 14 })
    expect(copyOf(image('a', { left: 0, top: 40 }), 'copy')).toMatchObject({ left: 0, top: 44 })
  })
})

describe('the order of layers', () => {
  const free = [image('a'), image('b'), image('c'), image('d')]
  const floored = [image('bg', { isBackground: true }), image('a'), image('b')]
  const result = (plan: OrderPlan) => (plan.ok ? plan.layers.map((layer) => layer.uuid).join('') : plan.message)

  test('moving up or down swaps a layer with its neighbour', () => {
    expect(result(moveUp(free, ['b']))).toBe('acbd')
    expect(result(moveDown(free, ['b']))).toBe('bacd')
  })
  test('moving beyond the top or the bottom is reported', () => {
    expect(result(moveUp(free, ['d']))).toBe('图层已在最顶层')
    expect(result(moveDown(free, ['a']))).toBe('图层已在最底层')
    expect(result(moveToTop(free, ['d']))).toBe(orderText.atTop)
    expect(result(moveToBottom(free, ['a']))).toBe(orderText.atBottom)
  })
  test('the position directly above a background counts as the bottom', () => {
    expect(result(moveDown(floored, ['a']))).toBe('图层已在最底层')
    expect(result(moveDown(floored, ['b']))).toBe('bgba')
    expect(result(moveToBottom(floored, ['b']))).toBe('bgba')
    expect(result(moveToIndex(floored, 'b', 0))).toBe('bgba')
  })
  test('reordering never moves the background', () => {
    for (const plan of [moveUp(floored, ['bg']), moveToTop(floored, ['bg']), moveToIndex(floored, 'bg', 2)]) {
      expect(result(plan)).toBe(orderText.background)
    }
    expect(result(moveUp(floored, ['nobody']))).toBe('')
  })
  test('several layers keep their order, and stay where they cannot move', () => {
    expect(result(moveUp(free, ['a', 'b']))).toBe('cabd')
    expect(result(moveUp(free, ['b', 'd']))).toBe('acbd')
    expect(result(moveUp(free, ['c', 'd']))).toBe(orderText.atTop)
    expect(result(moveDown(free, ['b', 'd']))).toBe('badc')
    expect(result(moveToTop(free, ['c', 'a']))).toBe('bdac')
  })
  test('drag-sort puts one layer at an index, clamped to the list', () => {
    expect(result(moveToIndex(free, 'a', 2))).toBe('bcad')
    expect(result(moveToIndex(free, 'a', 99))).toBe('bcda')
    expect(moveToIndex(free, 'b', 1)).toEqual({ ok: true, layers: free })
  })
  test('no reordering loses a layer', () => {
    const ids = fc.subarray(['a', 'b', 'c', 'd'])
    fc.assert(
      fc.property(ids, fc.integer({ min: -3, max: 9 }), (uuids, index) => {
        for (const plan of [moveUp(free, uuids), moveDown(free, uuids), moveToTop(free, uuids), moveToIndex(free, 'c', index)]) {
          if (plan.ok) expect([...plan.layers].map((l) => l.uuid).sort()).toEqual(['a', 'b', 'c', 'd'])
        }
      }),
    )
  })
})

describe('the background', () => {
  test('there is one background: fitted, not rotated, without stroke, at the bottom; the old one becomes an ordinary layer', () => {
    const stroke = { color: '#fff', width: 2, style: 'SOLID', opacity: 100, offset: 0 } as const
    const next = image('next', { rotation: 30, stroke, strokeSvgData: '<svg/>', left: 9 })
    const layers: readonly Layer[] = [image('old', { isBackground: true }), image('a'), next]
    const result = setBackground(layers, next, canvas)
    expect(result.map((layer) => layer.uuid)).toEqual(['next', 'old', 'a'])
    expect(result.map((layer) => layer.isBackground)).toEqual([true, false, false])
    expect(result[0]).toMatchObject({
      left: -272,
      top: 0,
      width: 1044,
      height: 1044,
      rotation: 0,
      stroke: null,
      strokeSvgData: null,
    })
  })
})
