/**
 * Computes the selection after a click, a drag box or a choice in the layer list. A selection is a list of uuids in order of
 * selection.
 */

import { containsPoint, overlapsBox } from '../geometry/bounds'
import { boxBetween } from '../geometry/box'
import { boxSelectable, byUuid, movable } from '../model/queries'
import type { DesignDoc, Point } from '../model/types'
import { withInstanceLayers } from './component'
import { groupMembersOf, withGroupMembers } from './group'

/** A drag box counts once one of its sides exceeds this, screen px; below it was a click. */
export const boxThreshold = 10

/**
 * Returns these uuids as a valid selection: existing layers, each once. One layer may be any; from several, locked layers and
 * the background are dropped, because commands on several layers would not apply to them. If only such layers are given, the
 * last of them is selected alone. A copy of a component is always selected whole.
 */
export function selectionOf(doc: DesignDoc, uuids: readonly string[]): readonly string[] {
  const layers = new Map(doc.layers.map((layer) => [layer.uuid, layer]))
  const existing = withInstanceLayers(
    doc,
    [...new Set(uuids)].filter((uuid) => layers.has(uuid)),
  )
  if (existing.length <= 1) return existing
  const movableUuids = existing.filter((uuid) => {
    const layer = layers.get(uuid)
    return layer !== undefined && movable(layer)
  })
  return movableUuids.length > 0 ? movableUuids : withInstanceLayers(doc, existing.slice(-1))
}

/**
 * A click selects the layer with its group and clears the others; a locked layer or the background can be selected alone this
 * way, or it could never be unlocked. A shift-click toggles the layer or its group and drops locked layers and the background if
 * several would be selected. A click on nothing clears the selection; a shift-click on nothing changes nothing. `alone` selects
 * the layer without its group.
 */
export function clickSelection(
  doc: DesignDoc,
  selection: readonly string[],
  uuid: string | null,
  shift = false,
  alone = false,
): readonly string[] {
  if (uuid === null) return shift ? selection : []
  const targets = withInstanceLayers(doc, alone || !isMovable(doc, uuid) ? [uuid] : groupMembersOf(doc, uuid))
  if (!shift) return selectionOf(doc, targets)
  if (selection.includes(uuid)) return selection.filter((other) => !targets.includes(other))
  return selectionOf(doc, [...selection, ...targets])
}

/**
 * Returns every visible, unlocked layer except the background that overlaps the box (tested against the rotated layer, not its
 * bounds), from bottom to top, with their groups. Null when neither side exceeds the threshold: then it was a click. `zoom` is
 * screen px per document px. With shift they are added to the selection.
 */
export function boxSelection(
  doc: DesignDoc,
  from: Point,
  to: Point,
  options: { readonly zoom?: number; readonly shift?: boolean; readonly selection?: readonly string[] } = {},
): readonly string[] | null {
  const box = boxBetween(from, to)
  if (Math.max(box.width, box.height) * (options.zoom ?? 1) <= boxThreshold) return null
  const hit = doc.layers.filter((layer) => boxSelectable(layer) && overlapsBox(layer, box)).map((layer) => layer.uuid)
  const targets = withGroupMembers(doc, hit)
  return selectionOf(doc, options.shift ? [...(options.selection ?? []), ...targets] : targets)
}

/** Returns the topmost visible layer at a point of the document, the background last; null over empty canvas. */
export function layerAt(doc: DesignDoc, point: Point): string | null {
  for (let i = doc.layers.length - 1; i >= 0; i--) {
    const layer = doc.layers[i]
    if (layer && !layer.hidden && containsPoint(layer, point)) return layer.uuid
  }
  return null
}

/**
 * Returns the layer above or below the selection, wrapping around at the ends; the lowest or the topmost without a selection.
 * Hidden layers are skipped, and a group counts as one. Null where there is none.
 */
export function neighbourOf(doc: DesignDoc, selection: readonly string[], step: 1 | -1): string | null {
  const chosen = new Set(selection)
  const bodies = doc.layers.filter(
    (layer, i) => !layer.hidden && (layer.groupId === null || layer.groupId !== doc.layers[i - 1]?.groupId),
  )
  const ordered = step === 1 ? bodies : [...bodies].reverse()
  const groups = new Set(doc.layers.flatMap((layer) => (chosen.has(layer.uuid) && layer.groupId ? [layer.groupId] : [])))
  const isChosen = (layer: DesignDoc['layers'][number]) =>
    chosen.has(layer.uuid) || (layer.groupId !== null && groups.has(layer.groupId))
  const last = ordered.reduce((found, layer, i) => (isChosen(layer) ? i : found), -1)
  return ordered[last + 1]?.uuid ?? null
}

/** Returns what 全选 selects. */
export function allSelectable(doc: DesignDoc): readonly string[] {
  return doc.layers.filter(boxSelectable).map((layer) => layer.uuid)
}

function isMovable(doc: DesignDoc, uuid: string): boolean {
  const layer = byUuid(doc, uuid)
  return layer !== undefined && movable(layer)
}
