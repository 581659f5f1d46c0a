/** Plans the order of layers. Lists run from bottom to top; a background is always the first, and instances of components keep together. */
import { clamp } from '../../contract/ground/number'
import { minIndexOf } from '../model/queries'
import type { Layer } from '../model/types'
import { blocksOf } from './blocks'

export const orderText = {
  moved: '移动图层成功~',
  atTop: '图层已在最顶层',
  atBottom: '图层已在最底层',
  background: '背景图层固定在最底层，不能调整顺序',
} as const

export type OrderPlan =
  | { readonly ok: true; readonly layers: readonly Layer[] }
  | { readonly ok: false; readonly message: string }

/** Swaps each named layer with the one above it; several keep their order among themselves. */
export function moveUp(layers: readonly Layer[], uuids: readonly string[]): OrderPlan {
  return moveOneStep(layers, uuids, 'up')
}

/** Swaps each named layer with the one below it, but never with the background. */
export function moveDown(layers: readonly Layer[], uuids: readonly string[]): OrderPlan {
  return moveOneStep(layers, uuids, 'down')
}

export function moveToTop(layers: readonly Layer[], uuids: readonly string[]): OrderPlan {
  const { moving, rest, background } = splitLayers(layers, uuids)
  if (moving.length === 0) return nothingToMove(background)
  return planOf(layers, [...rest, ...moving], orderText.atTop)
}

export function moveToBottom(layers: readonly Layer[], uuids: readonly string[]): OrderPlan {
  const { moving, rest, background } = splitLayers(layers, uuids)
  if (moving.length === 0) return nothingToMove(background)
  const floor = minIndexOf(layers)
  return planOf(layers, [...rest.slice(0, floor), ...moving, ...rest.slice(floor)], orderText.atBottom)
}

/**
 * Puts one layer at `index` of the list without it (drag-sort); an index out of range is clamped. A layer dragged below the
 * lowest index from directly above it cannot move, so the plan says so to the seller.
 */
export function moveToIndex(layers: readonly Layer[], uuid: string, index: number): OrderPlan {
  const block = blocksOf(layers).find((one) => one.some((layer) => layer.uuid === uuid)) ?? []
  const { moving, rest, background } = splitLayers(
    layers,
    block.map((layer) => layer.uuid),
  )
  if (moving.length === 0) return nothingToMove(background)
  const floor = minIndexOf(layers)
  const target = clamp(Math.trunc(index), floor, layers.length - 1)
  const below = new Set(layers.filter((layer) => layer.uuid !== uuid).slice(0, target))
  // Nothing comes between the layers of an instance: one that is wholly or half below stays below.
  const blocks = blocksOf(rest)
  const isBelow = (one: readonly Layer[]) => one.filter((layer) => below.has(layer)).length * 2 >= one.length
  const next = [...blocks.filter(isBelow).flat(), ...moving, ...blocks.filter((one) => !isBelow(one)).flat()]
  if (index < floor && isSameOrder(layers, next)) return { ok: false, message: orderText.atBottom }
  return { ok: true, layers: isSameOrder(layers, next) ? layers : next }
}

function moveOneStep(layers: readonly Layer[], uuids: readonly string[], direction: 'up' | 'down'): OrderPlan {
  const { moving, background } = splitLayers(layers, uuids)
  if (moving.length === 0) return nothingToMove(background)
  const floor = minIndexOf(layers)
  const movingLayers = new Set(moving)
  const isMoving = (block: readonly Layer[]) => block.some((layer) => movingLayers.has(layer))
  const next = [...blocksOf(layers)]
  // Walk from the side they move to, so that layers packed at the end stay and do not leapfrog one another.
  const indices = direction === 'up' ? [...next.keys()].reverse() : [...next.keys()]
  for (const i of indices) {
    const block = next[i]
    const j = direction === 'up' ? i + 1 : i - 1
    const neighbour = next[j]
    if (!block || !neighbour || j < floor || !isMoving(block) || isMoving(neighbour)) continue
    next[i] = neighbour
    next[j] = block
  }
  return planOf(layers, next.flat(), direction === 'up' ? orderText.atTop : orderText.atBottom)
}

function splitLayers(layers: readonly Layer[], uuids: readonly string[]) {
  const movedUuids = new Set(uuids)
  const moving = layers.filter((layer) => movedUuids.has(layer.uuid) && !layer.isBackground)
  return {
    moving,
    rest: layers.filter((layer) => !moving.includes(layer)),
    background: layers.some((layer) => layer.isBackground && movedUuids.has(layer.uuid)),
  }
}

function nothingToMove(background: boolean): OrderPlan {
  return { ok: false, message: background ? orderText.background : '' }
}

function planOf(before: readonly Layer[], after: readonly Layer[], unchanged: string): OrderPlan {
  return isSameOrder(before, after) ? { ok: false, message: unchanged } : { ok: true, layers: after }
}

function isSameOrder(a: readonly Layer[], b: readonly Layer[]): boolean {
  return a.length === b.length && a.every((layer, i) => layer === b[i])
}
