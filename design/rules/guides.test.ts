import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundsOf } from '../geometry/bounds'
import type { Box } from '../model/types'
import { openDesign } from '../test/driver'
import { docOf, image } from '../test/make'
import { collectSnapTargets, type SnapTargets, snapMove } from './guides'

const box = (x: number, y: number, width = 100, height = 100): Box => ({ x, y, width, height })
const targetsOf = (...others: readonly Box[]): SnapTargets =>
  collectSnapTargets(docOf(...others.map(({ x, y, width, height }, i) => image(`o${i}`, { left: x, top: y, width, height }))), [])

describe('guides', () => {
  test('a drag snaps sides to sides within 3 screen px and shows a line over both layers', () => {
    const field = targetsOf(box(40, 600))
    expect(snapMove(box(43, 100), field)).toEqual({
      dx: -3,
      dy: 0,
      guides: [
        { axis: 'x', at: 40, from: 100, to: 700 },
        { axis: 'x', at: 140, from: 100, to: 700 },
        { axis: 'x', at: 90, from: 100, to: 700 },
      ],
      gaps: [],
    })
    expect(snapMove(box(43.1, 100), field)).toMatchObject({ dx: 0, guides: [] })
    expect(snapMove(box(45, 100), field, 0.5).dx).toBe(-5)
    expect(snapMove(box(42, 100), field, 2).dx).toBe(0)
  })
  test('a drag snaps a right side to a left side and a middle to a middle', () => {
    expect(snapMove(box(102, 100, 37, 50), targetsOf(box(140, 600))).dx).toBe(1)
    expect(snapMove(box(31, 100, 200, 50), targetsOf(box(80, 600))).dx).toBe(-1)
  })
  test('the canvas centre takes precedence over nearer guides, and of the others the nearest wins', () => {
    const field = targetsOf(box(201, 700), box(320, 700))
    expect(snapMove(box(202, 100), field)).toMatchObject({ dx: -2 })
    expect(snapMove(box(318, 100, 60, 60), field).dx).toBe(2)
  })
  test('the centre line is shown over the whole canvas', () => {
    expect(snapMove(box(200, 100), targetsOf()).guides).toEqual([{ axis: 'x', at: 250, from: 0, to: 1044 }])
  })
  test('a drag snaps to the sides of the canvas', () => {
    expect(snapMove(box(2, 942), targetsOf())).toMatchObject({ dx: -2, dy: 2 })
  })
  test('a drag snaps to equal gaps between two layers of a row, and the gaps are marked', () => {
    // 20…120 and 320…420 leave 200 px; 80 px in the middle of them begin at 180.
    const field = targetsOf(box(20, 300), box(320, 307))
    expect(snapMove(box(178, 333, 80, 41), field)).toEqual({
      dx: 2,
      dy: 0,
      guides: [],
      gaps: [
        { axis: 'x', from: 120, to: 180, at: 353.5 },
        { axis: 'x', from: 260, to: 320, at: 353.5 },
      ],
    })
  })
  test('a drag snaps to a gap as large as the one between the next two layers of a row or column', () => {
    const field = targetsOf(box(20, 100, 60, 60), box(30, 190, 60, 60))
    // 160…190 is a gap of 30: the next one begins at 280.
    expect(snapMove(box(11, 278, 37, 37), field)).toMatchObject({
      dy: 2,
      gaps: [
        { from: 160, to: 190 },
        { from: 250, to: 280 },
      ],
    })
    expect(snapMove(box(11, 31, 37, 37), field)).toMatchObject({
      dy: 2,
      gaps: [
        { from: 70, to: 100 },
        { from: 160, to: 190 },
      ],
    })
  })
  test('guides ignore hidden layers, the moving layers and the background, but not locked layers', () => {
    const doc = docOf(
      image('bg', { isBackground: true, left: 33, width: 434 }),
      image('hidden', { left: 63, hidden: true }),
      image('held', { left: 93 }),
      image('locked', { left: 123, top: 700, locked: true }),
    )
    const field = collectSnapTargets(doc, ['held'])
    expect([33, 63, 93, 123].map((x) => snapMove(box(x + 1, 100, 41, 41), field).dx)).toEqual([0, 0, 0, -1])
  })
  test('an axis that is declared free does not snap', () => {
    expect(snapMove(box(199, 471), targetsOf(), 1, { x: true })).toMatchObject({ dx: 0, dy: 1, guides: [{ axis: 'y' }] })
  })

  const boxArbitrary = fc.record({
    x: fc.integer({ min: -100, max: 600 }),
    y: fc.integer({ min: -100, max: 1100 }),
    width: fc.integer({ min: 20, max: 300 }),
    height: fc.integer({ min: 20, max: 300 }),
  })
  const others = fc.array(boxArbitrary, { maxLength: 12 })
  const zoom = fc.constantFrom(0.25, 0.5, 1, 2, 4)
  test('snapping never moves a selection farther than 3 screen px, and the result is stable', () => {
    fc.assert(
      fc.property(boxArbitrary, others, zoom, (moving, boxes, scale) => {
        const field = targetsOf(...boxes)
        const first = snapMove(moving, field, scale)
        expect(Math.abs(first.dx)).toBeLessThanOrEqual(3 / scale)
        expect(Math.abs(first.dy)).toBeLessThanOrEqual(3 / scale)
        const there = { ...moving, x: moving.x + first.dx, y: moving.y + first.dy }
        for (const guide of first.guides) {
          const lines =
            guide.axis === 'x'
              ? [there.x, there.x + there.width / 2, there.x + there.width]
              : [there.y, there.y + there.height / 2, there.y + there.height]
          expect(lines.some((at) => Math.abs(at - guide.at) < 0.01)).toBe(true)
          expect(guide.from).toBeLessThanOrEqual(guide.to)
        }
        if (first.dx !== 0)
          expect(first.guides.some((guide) => guide.axis === 'x') || first.gaps.some((gap) => gap.axis === 'x')).toBe(true)
      }),
    )
  })
  test('a drag never moves a locked layer, whatever it snaps to', () => {
    fc.assert(
      fc.property(others, fc.integer({ min: -300, max: 300 }), fc.integer({ min: -300, max: 300 }), (boxes, dx, dy) => {
        const doc = docOf(
          image('mine', { left: 100, top: 100 }),
          ...boxes.map(({ x, y, width, height }, i) => image(`o${i}`, { left: x, top: y, width, height, locked: true })),
        )
        const d = openDesign(doc)
        d.selectAll()
        d.click('mine')
        d.drag(dx, dy)
        expect(d.doc().layers.slice(1)).toEqual(doc.layers.slice(1))
        const moved = boundsOf(d.layer('mine'))
        expect(Math.abs(moved.x - 100 - dx)).toBeLessThanOrEqual(3)
        expect(Math.abs(moved.y - 100 - dy)).toBeLessThanOrEqual(3)
      }),
    )
  })
})
