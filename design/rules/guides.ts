/**
 * Smart guides: where a dragged selection snaps, and the lines and gaps to show. `collectSnapTargets` collects the targets once
 * when a drag begins; `snapMove` is called on every move.
 */
import { boundsOf } from '../geometry/bounds'
import { centreOf } from '../geometry/box'
import type { Box, DesignDoc, Guides, Size } from '../model/types'
import { snapToCentre, snapTolerance } from './snap'

export type GuideAxis = 'x' | 'y'

/** A line to show while the selection is snapped to it: `x` is vertical, at that x, from one y to another. Document px. */
export interface Guide {
  readonly axis: GuideAxis
  readonly at: number
  readonly from: number
  readonly to: number
}

/** An equal gap to show: along `axis` from one coordinate to another, drawn at the other coordinate `at`. Document px. */
export interface Gap {
  readonly axis: GuideAxis
  readonly from: number
  readonly to: number
  readonly at: number
}

export interface Snap {
  /** Offset to add to the position, document px; 0 where nothing snaps. */
  readonly dx: number
  readonly dy: number
  readonly guides: readonly Guide[]
  readonly gaps: readonly Gap[]
}

/** The extent of one snap target along an axis. */
interface Span {
  readonly start: number
  readonly end: number
  /** Extent across the axis. */
  readonly low: number
  readonly high: number
}
interface Line {
  readonly at: number
  readonly span: Span
}
interface AxisTargets {
  readonly spans: readonly Span[]
  /** Both sorted by `at`. Sides snap to sides, middles to middles. */
  readonly sides: readonly Line[]
  readonly middles: readonly Line[]
}

/** All targets that a drag can snap to. */
export interface SnapTargets {
  readonly canvas: Size
  readonly x: AxisTargets
  readonly y: AxisTargets
}

/** Lines nearer than this are the same line, document px; it is below the precision of the document. */
const lineTolerance = 0.01

/** Lines besides layers and canvas that a selection snaps to with its sides and its middle, document px. */
export type SnapLines = Guides

/**
 * Collects the visible layers that do not move (the background stands for the canvas), the sides of the canvas, and further
 * lines.
 */
export function collectSnapTargets(
  doc: Pick<DesignDoc, 'width' | 'height' | 'layers'>,
  moving: readonly string[],
  lines: SnapLines = { x: [], y: [] },
): SnapTargets {
  const movingUuids = new Set(moving)
  const boxes = doc.layers
    .filter((layer) => !layer.hidden && !layer.isBackground && !movingUuids.has(layer.uuid))
    .map((layer) => boundsOf(layer))
  const canvas = { width: doc.width, height: doc.height }
  return { canvas, x: targetsAlong(boxes, canvas, 'x', lines.x), y: targetsAlong(boxes, canvas, 'y', lines.y) }
}

/**
 * Returns where a selection with the bounds `moving` snaps, each axis by itself: to the canvas's centre line first, otherwise to
 * the nearest of the sides and middles of other layers and the positions that make gaps equal. Pass the bounds at the pointer's
 * position, never the snapped ones, or the selection could never leave a guide. `zoom` is screen px per document px, because the
 * tolerance is measured on the screen. Free axes do not snap.
 */
export function snapMove(
  moving: Box,
  targets: SnapTargets,
  zoom = 1,
  freeAxes: { readonly x?: boolean; readonly y?: boolean } = {},
): Snap {
  const tolerance = snapTolerance / zoom
  const centre = snapToCentre(moving, targets.canvas, zoom)
  const dx = freeAxes.x ? 0 : snapOffset(moving, targets.x, 'x', tolerance, centre.dx, centre.guides)
  const dy = freeAxes.y ? 0 : snapOffset(moving, targets.y, 'y', tolerance, centre.dy, centre.guides)
  const snapped = { ...moving, x: moving.x + dx, y: moving.y + dy }
  return {
    dx,
    dy,
    guides: [...(freeAxes.x ? [] : guidesAt(snapped, targets, 'x')), ...(freeAxes.y ? [] : guidesAt(snapped, targets, 'y'))],
    gaps: [...(freeAxes.x ? [] : gapsAt(snapped, targets.x, 'x')), ...(freeAxes.y ? [] : gapsAt(snapped, targets.y, 'y'))],
  }
}

function spanOf({ x, y, width, height }: Box, axis: GuideAxis): Span {
  return axis === 'x'
    ? { start: x, end: x + width, low: y, high: y + height }
    : { start: y, end: y + height, low: x, high: x + width }
}

const middleOf = ({ start, end }: Span) => (start + end) / 2

function targetsAlong(boxes: readonly Box[], canvas: Size, axis: GuideAxis, at: readonly number[]): AxisTargets {
  const spans = boxes.map((box) => spanOf(box, axis))
  const canvasSpan = spanOf({ x: 0, y: 0, ...canvas }, axis)
  const lines = at.map((position) => ({ at: position, span: { ...canvasSpan, start: position, end: position } }))
  const byPosition = (a: Line, b: Line) => a.at - b.at
  const sides = [...spans, canvasSpan].flatMap((span) => [
    { at: span.start, span },
    { at: span.end, span },
  ])
  return {
    spans,
    sides: [...sides, ...lines].sort(byPosition),
    middles: [...[...spans, canvasSpan].map((span) => ({ at: middleOf(span), span })), ...lines].sort(byPosition),
  }
}

function snapOffset(
  moving: Box,
  targets: AxisTargets,
  axis: GuideAxis,
  tolerance: number,
  centreOffset: number,
  centreGuides: readonly { readonly axis: GuideAxis }[],
): number {
  if (centreGuides.some((guide) => guide.axis === axis)) return centreOffset
  const dragged = spanOf(moving, axis)
  const shifts = [
    nearest(targets.sides, dragged.start) - dragged.start,
    nearest(targets.sides, dragged.end) - dragged.end,
    nearest(targets.middles, middleOf(dragged)) - middleOf(dragged),
    ...equalStarts(dragged, targets.spans, tolerance).map((start) => start - dragged.start),
  ]
  let best = 0
  let distance = Number.POSITIVE_INFINITY
  for (const shift of shifts) {
    if (Math.abs(shift) > tolerance || Math.abs(shift) >= distance) continue
    best = shift
    distance = Math.abs(shift)
  }
  return best
}

/** Returns the index of the first line at or after `at`, by binary search. */
function firstFrom(lines: readonly Line[], at: number): number {
  let low = 0
  let high = lines.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((lines[middle]?.at ?? 0) < at) low = middle + 1
    else high = middle
  }
  return low
}

function nearest(lines: readonly Line[], at: number): number {
  const i = firstFrom(lines, at)
  const after = lines[i]?.at ?? Number.POSITIVE_INFINITY
  const before = lines[i - 1]?.at ?? Number.NEGATIVE_INFINITY
  return after - at < at - before ? after : before
}

/** Returns the neighbours before and after in the same row or column, and their neighbours. */
function neighbours(dragged: Span, spans: readonly Span[], slack: number) {
  let before: Span | null = null
  let after: Span | null = null
  const row = spans.filter((span) => span.low < dragged.high && span.high > dragged.low)
  for (const span of row) {
    if (span.end <= dragged.start + slack && (!before || span.end > before.end)) before = span
    if (span.start >= dragged.end - slack && (!after || span.start < after.start)) after = span
  }
  return { before, after, secondBefore: before && nextBefore(before, row), secondAfter: after && nextAfter(after, row) }
}

function nextBefore(span: Span, row: readonly Span[]): Span | null {
  let found: Span | null = null
  for (const other of row) if (other.end < span.start && (!found || other.end > found.end)) found = other
  return found
}

function nextAfter(span: Span, row: readonly Span[]): Span | null {
  let found: Span | null = null
  for (const other of row) if (other.start > span.end && (!found || other.start < found.start)) found = other
  return found
}

/** Returns the start positions of `dragged` that make the gaps beside it equal: between two layers, or next to two layers. */
function equalStarts(dragged: Span, spans: readonly Span[], tolerance: number): readonly number[] {
  const length = dragged.end - dragged.start
  const { before, after, secondBefore, secondAfter } = neighbours(dragged, spans, tolerance)
  const starts: number[] = []
  if (before && after && after.start - before.end >= length) starts.push((before.end + after.start - length) / 2)
  if (before && secondBefore) starts.push(before.end + (before.start - secondBefore.end))
  if (after && secondAfter) starts.push(after.start - (secondAfter.start - after.end) - length)
  return starts
}

function guidesAt(snapped: Box, { canvas, ...targets }: SnapTargets, axis: GuideAxis): readonly Guide[] {
  const dragged = spanOf(snapped, axis)
  const found = new Map<number, Guide>()
  const addGuidesAt = (lines: readonly Line[], at: number) => {
    for (let i = firstFrom(lines, at - lineTolerance); i < lines.length; i++) {
      const line = lines[i]
      if (!line || line.at > at + lineTolerance) return
      const previous = found.get(at)
      const { low, high } = previous ? { low: previous.from, high: previous.to } : dragged
      found.set(at, { axis, at, from: Math.min(low, line.span.low), to: Math.max(high, line.span.high) })
    }
  }
  addGuidesAt(targets[axis].sides, dragged.start)
  addGuidesAt(targets[axis].sides, dragged.end)
  addGuidesAt(targets[axis].middles, middleOf(dragged))
  const centre = centreOf({ x: 0, y: 0, ...canvas })[axis]
  const across = axis === 'x' ? canvas.height : canvas.width
  // A line of the canvas itself is drawn over the whole canvas.
  return [...found.values()].map((guide) =>
    Math.abs(guide.at - centre) < lineTolerance
      ? { ...guide, from: Math.min(0, guide.from), to: Math.max(across, guide.to) }
      : guide,
  )
}

function gapsAt(snapped: Box, targets: AxisTargets, axis: GuideAxis): readonly Gap[] {
  const dragged = spanOf(snapped, axis)
  const { before, after, secondBefore, secondAfter } = neighbours(dragged, targets.spans, lineTolerance)
  const gaps: Gap[] = []
  const addEqualGaps = (a: readonly [Span, Span], b: readonly [Span, Span]) => {
    const size = ([left, right]: readonly [Span, Span]) => right.start - left.end
    if (size(a) < lineTolerance || Math.abs(size(a) - size(b)) > lineTolerance) return
    for (const pair of [a, b]) {
      const gap = { axis, from: pair[0].end, to: pair[1].start, at: overlapMiddle(pair[0], pair[1], dragged) }
      if (!gaps.some((previous) => previous.from === gap.from && previous.to === gap.to)) gaps.push(gap)
    }
  }
  if (before && after) addEqualGaps([before, dragged], [dragged, after])
  if (before && secondBefore) addEqualGaps([secondBefore, before], [before, dragged])
  if (after && secondAfter) addEqualGaps([dragged, after], [after, secondAfter])
  return gaps
}

/** Returns the middle of the common extent of two spans across the axis; the middle of the moved one where they share none. */
function overlapMiddle(a: Span, b: Span, dragged: Span): number {
  const low = Math.max(a.low, b.low)
  const high = Math.min(a.high, b.high)
  return low < high ? (low + high) / 2 : (dragged.low + dragged.high) / 2
}
