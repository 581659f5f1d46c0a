/**
 * Smart guides: where a dragged selection snaps, and the lines and gaps to show. `snapField` collects the targets once when a
 * drag begins; `snapMove` is called on every move.
 */
import { boundsOf } from '../geometry/bounds'
import { centreOf } from '../geometry/box'
import type { Box, DesignDoc, Size } from '../model/types'
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
interface Lane {
  readonly spans: readonly Span[]
  /** Both sorted by `at`. Sides snap to sides, middles to middles. */
  readonly sides: readonly Line[]
  readonly middles: readonly Line[]
}

/** All targets that a drag can snap to. */
export interface SnapField {
  readonly canvas: Size
  readonly x: Lane
  readonly y: Lane
}

/** Lines nearer than this are the same line, document px; it is below the precision of the document. */
const same = 0.01

/** Collects the visible layers that do not move (the background stands for the canvas) and the sides of the canvas. */
export function snapField(doc: Pick<DesignDoc, 'width' | 'height' | 'layers'>, moving: readonly string[]): SnapField {
  const held = new Set(moving)
  const boxes = doc.layers
    .filter((layer) => !layer.hidden && !layer.isBackground && !held.has(layer.uuid))
    .map((layer) => boundsOf(layer))
  const canvas = { width: doc.width, height: doc.height }
  return { canvas, x: laneOf(boxes, canvas, 'x'), y: laneOf(boxes, canvas, 'y') }
}

/**
 * Returns where a selection with the bounds `moving` snaps, each axis by itself: to the canvas's centre line first, otherwise to
 * the nearest of the sides and middles of other layers and the positions that make gaps equal. Pass the bounds at the pointer's
 * position, never the snapped ones, or the selection could never leave a guide. `zoom` is screen px per document px, because the
 * tolerance is measured on the screen. `free` axes do not snap.
 */
export function snapMove(
  moving: Box,
  field: SnapField,
  zoom = 1,
  free: { readonly x?: boolean; readonly y?: boolean } = {},
): Snap {
  const reach = snapTolerance / zoom
  const centre = snapToCentre(moving, field.canvas, zoom)
  const dx = free.x ? 0 : caught(moving, field.x, 'x', reach, centre.dx, centre.guides)
  const dy = free.y ? 0 : caught(moving, field.y, 'y', reach, centre.dy, centre.guides)
  const place = { ...moving, x: moving.x + dx, y: moving.y + dy }
  return {
    dx,
    dy,
    guides: [...(free.x ? [] : guidesAt(place, field, 'x')), ...(free.y ? [] : guidesAt(place, field, 'y'))],
    gaps: [...(free.x ? [] : gapsAt(place, field.x, 'x')), ...(free.y ? [] : gapsAt(place, field.y, 'y'))],
  }
}

function spanOf({ x, y, width, height }: Box, axis: GuideAxis): Span {
  return axis === 'x'
    ? { start: x, end: x + width, low: y, high: y + height }
    : { start: y, end: y + height, low: x, high: x + width }
}

const middleOf = ({ start, end }: Span) => (start + end) / 2

function laneOf(boxes: readonly Box[], canvas: Size, axis: GuideAxis): Lane {
  const spans = boxes.map((box) => spanOf(box, axis))
  const whole = spanOf({ x: 0, y: 0, ...canvas }, axis)
  const byPlace = (a: Line, b: Line) => a.at - b.at
  const sides = [...spans, whole].flatMap((span) => [
    { at: span.start, span },
    { at: span.end, span },
  ])
  return {
    spans,
    sides: sides.sort(byPlace),
    middles: [...spans, whole].map((span) => ({ at: middleOf(span), span })).sort(byPlace),
  }
}

function caught(
  moving: Box,
  lane: Lane,
  axis: GuideAxis,
  reach: number,
  toCentre: number,
  centred: readonly { readonly axis: GuideAxis }[],
): number {
  if (centred.some((guide) => guide.axis === axis)) return toCentre
  const own = spanOf(moving, axis)
  const shifts = [
    nearest(lane.sides, own.start) - own.start,
    nearest(lane.sides, own.end) - own.end,
    nearest(lane.middles, middleOf(own)) - middleOf(own),
    ...equalStarts(own, lane.spans, reach).map((start) => start - own.start),
  ]
  let best = 0
  let distance = Number.POSITIVE_INFINITY
  for (const shift of shifts) {
    if (Math.abs(shift) > reach || Math.abs(shift) >= distance) continue
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
function neighbours(own: Span, spans: readonly Span[], slack: number) {
  let before: Span | null = null
  let after: Span | null = null
  const row = spans.filter((span) => span.low < own.high && span.high > own.low)
  for (const span of row) {
    if (span.end <= own.start + slack && (!before || span.end > before.end)) before = span
    if (span.start >= own.end - slack && (!after || span.start < after.start)) after = span
  }
  return { before, after, beforeThat: before && nextBefore(before, row), afterThat: after && nextAfter(after, row) }
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

/** Returns the start positions of `own` that make the gaps beside it equal: between two layers, or next to two layers. */
function equalStarts(own: Span, spans: readonly Span[], reach: number): readonly number[] {
  const length = own.end - own.start
  const { before, after, beforeThat, afterThat } = neighbours(own, spans, reach)
  const starts: number[] = []
  if (before && after && after.start - before.end >= length) starts.push((before.end + after.start - length) / 2)
  if (before && beforeThat) starts.push(before.end + (before.start - beforeThat.end))
  if (after && afterThat) starts.push(after.start - (afterThat.start - after.end) - length)
  return starts
}

function guidesAt(place: Box, { canvas, ...lanes }: SnapField, axis: GuideAxis): readonly Guide[] {
  const own = spanOf(place, axis)
  const found = new Map<number, Guide>()
  const meet = (lines: readonly Line[], at: number) => {
    for (let i = firstFrom(lines, at - same); i < lines.length; i++) {
      const line = lines[i]
      if (!line || line.at > at + same) return
      const known = found.get(at)
      const { low, high } = known ? { low: known.from, high: known.to } : own
      found.set(at, { axis, at, from: Math.min(low, line.span.low), to: Math.max(high, line.span.high) })
    }
  }
  meet(lanes[axis].sides, own.start)
  meet(lanes[axis].sides, own.end)
  meet(lanes[axis].middles, middleOf(own))
  const centre = centreOf({ x: 0, y: 0, ...canvas })[axis]
  const across = axis === 'x' ? canvas.height : canvas.width
  // A line of the canvas itself is drawn over the whole canvas.
  return [...found.values()].map((guide) =>
    Math.abs(guide.at - centre) < same ? { ...guide, from: Math.min(0, guide.from), to: Math.max(across, guide.to) } : guide,
  )
}

function gapsAt(place: Box, lane: Lane, axis: GuideAxis): readonly Gap[] {
  const own = spanOf(place, axis)
  const { before, after, beforeThat, afterThat } = neighbours(own, lane.spans, same)
  const gaps: Gap[] = []
  const equal = (a: readonly [Span, Span], b: readonly [Span, Span]) => {
    const size = ([left, right]: readonly [Span, Span]) => right.start - left.end
    if (size(a) < same || Math.abs(size(a) - size(b)) > same) return
    for (const pair of [a, b]) {
      const gap = { axis, from: pair[0].end, to: pair[1].start, at: overlapMiddle(pair[0], pair[1], own) }
      if (!gaps.some((known) => known.from === gap.from && known.to === gap.to)) gaps.push(gap)
    }
  }
  if (before && after) equal([before, own], [own, after])
  if (before && beforeThat) equal([beforeThat, before], [before, own])
  if (after && afterThat) equal([own, after], [after, afterThat])
  return gaps
}

/** Returns the middle of the common extent of two spans across the axis; the middle of the moved one where they share none. */
function overlapMiddle(a: Span, b: Span, own: Span): number {
  const low = Math.max(a.low, b.low)
  const high = Math.min(a.high, b.high)
  return low < high ? (low + high) / 2 : (own.low + own.high) / 2
}
