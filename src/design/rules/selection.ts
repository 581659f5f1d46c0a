/** Who is selected after a click, a drag box or a choice in the layer list. Selections are uuids in order of selection. */

import { containsPoint, overlapsBox } from '../geometry/bounds'
import { boxBetween } from '../geometry/box'
import { boxSelectable, byUuid, movable } from '../model/queries'
import type { DesignDoc, Point } from '../model/types'
import { groupAround, wholeGroups } from './group'

/** A drag box counts once one of its sides exceeds this, screen px. */
export const boxThreshold = 10

/**
 * These uuids as a selection: each once, only such as exist. One layer may be any; among several, locked and background
 * layers are dropped, because whatever is done to several would not be done to them. If nothing but such layers is
 * asked for, the last of them stays, alone.
 */
export function selectionOf(doc: DesignDoc, uuids: readonly string[]): readonly string[] {
  const known = [...new Set(uuids)].filter((uuid) => byUuid(doc, uuid))
  if (known.length <= 1) return known
  const free = known.filter((uuid) => isMovable(doc, uuid))
  return free.length > 0 ? free : known.slice(-1)
}

/**
 * A click selects the layer, with the group it belongs to, and clears the others; a locked or background layer can be
 * selected so, alone, or it could never be unlocked. A shift-click toggles the layer or its group and drops locked and
 * background layers if several would be selected. A click on nothing clears; a shift-click on nothing changes nothing.
 * `alone` means the layer itself, not its group.
 */
export function clickSelection(
  doc: DesignDoc,
  selection: readonly string[],
  uuid: string | null,
  shift = false,
  alone = false,
): readonly string[] {
  if (uuid === null) return shift ? selection : []
  const meant = alone || !isMovable(doc, uuid) ? [uuid] : groupAround(doc, uuid)
  if (!shift) return selectionOf(doc, meant)
  if (selection.includes(uuid)) return selection.filter((other) => !meant.includes(other))
  return selectionOf(doc, [...selection, ...meant])
}

/**
 * Every visible, unlocked, non-background layer the box overlaps (the turned layer itself, not its upright bounds), from
 * the bottom to the top, with their groups. Null when neither side exceeds the threshold: then it was a click. `zoom` is screen px per
 * document px. With shift they join what is selected.
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
  const meant = wholeGroups(doc, hit)
  return selectionOf(doc, options.shift ? [...(options.selection ?? []), ...meant] : meant)
}

/** The topmost visible layer at a point of the document, the background last; null over bare canvas. */
export function layerAt(doc: DesignDoc, point: Point): string | null {
  for (let i = doc.layers.length - 1; i >= 0; i--) {
    const layer = doc.layers[i]
    if (layer && !layer.hidden && containsPoint(layer, point)) return layer.uuid
  }
  return null
}

/**
 * The layer above or below what is selected, going round at the ends; the lowest or the topmost without a selection. Hidden
 * layers are passed over, and of a group only one counts. Null where there is none to go to.
 */
export function neighbourOf(doc: DesignDoc, selection: readonly string[], by: 1 | -1): string | null {
  const chosen = new Set(selection)
  const bodies = doc.layers.filter(
    (layer, i) => !layer.hidden && (layer.groupId === null || layer.groupId !== doc.layers[i - 1]?.groupId),
  )
  const ordered = by === 1 ? bodies : [...bodies].reverse()
  const groups = new Set(doc.layers.flatMap((layer) => (chosen.has(layer.uuid) && layer.groupId ? [layer.groupId] : [])))
  const isChosen = (layer: DesignDoc['layers'][number]) =>
    chosen.has(layer.uuid) || (layer.groupId !== null && groups.has(layer.groupId))
  const last = ordered.reduce((found, layer, i) => (isChosen(layer) ? i : found), -1)
  return ordered[(last + 1) % ordered.length]?.uuid ?? null
}

/** What 全选 selects. */
export function everything(doc: DesignDoc): readonly string[] {
  return doc.layers.filter(boxSelectable).map((layer) => layer.uuid)
}

function isMovable(doc: DesignDoc, uuid: string): boolean {
  const layer = byUuid(doc, uuid)
  return layer !== undefined && movable(layer)
}
