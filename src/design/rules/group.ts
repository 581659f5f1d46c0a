/** Groups: layers picked, moved, scaled and turned together. A group is no thing of its own, only an id its members share. */
import { boundsOfAll } from '../geometry/bounds'
import type { DesignDoc, Layer } from '../model/types'
import type { Placeable } from './placement'

/** The layer with the other members of its group, from the bottom to the top; a layer of no group alone. */
export function groupAround(doc: DesignDoc, uuid: string): readonly string[] {
  const groupId = doc.layers.find((layer) => layer.uuid === uuid)?.groupId ?? null
  if (groupId === null) return [uuid]
  return doc.layers.filter((layer) => layer.groupId === groupId).map((layer) => layer.uuid)
}

/** These layers with every member of their groups, each once. */
export function wholeGroups(doc: DesignDoc, uuids: readonly string[]): readonly string[] {
  return [...new Set(uuids.flatMap((uuid) => groupAround(doc, uuid)))]
}

/** The group the layers are all of it, and nothing else; null otherwise. */
export function oneGroup(doc: DesignDoc, layers: readonly Layer[]): string | null {
  const [first] = layers
  if (!first || first.groupId === null || layers.length < 2) return null
  const { groupId } = first
  const size = doc.layers.reduce((count, layer) => count + (layer.groupId === groupId ? 1 : 0), 0)
  return size === layers.length && layers.every((layer) => layer.groupId === groupId) ? groupId : null
}

/** The layers as one list per body: a group is one, every other layer is its own. */
export function bodiesOf<L extends Placeable & Pick<Layer, 'groupId'>>(layers: readonly L[]): readonly (readonly L[])[] {
  const bodies = new Map<string, L[]>()
  for (const layer of layers) {
    const key = layer.groupId === null ? `layer ${layer.uuid}` : `group ${layer.groupId}`
    const body = bodies.get(key)
    if (body) body.push(layer)
    else bodies.set(key, [layer])
  }
  return [...bodies.values()]
}

/** The layers with the members brought together right under the highest of them, in their order. */
export function gathered(layers: readonly Layer[], members: ReadonlySet<string>): readonly Layer[] {
  const inside = layers.filter((layer) => members.has(layer.uuid))
  const top = inside[inside.length - 1]
  if (!top) return layers
  return layers.flatMap((layer) => (layer === top ? inside : members.has(layer.uuid) ? [] : [layer]))
}

/**
 * Copies in groups of their own: those made of one group form a new one, named after its first copy, whose uuid nobody else
 * has. A single copy out of a group belongs to none.
 */
export function regrouped(copies: readonly Layer[]): readonly Layer[] {
  const names = new Map<string, string>()
  for (const body of bodiesOf(copies)) {
    const [first, second] = body
    if (first && second && first.groupId !== null) names.set(first.groupId, first.uuid)
  }
  return copies.map((copy) => (copy.groupId === null ? copy : { ...copy, groupId: names.get(copy.groupId) ?? null }))
}

/** Where a body begins: the top left of what it covers. */
export function cornerOf(body: readonly Placeable[]): { readonly left: number; readonly top: number } {
  const [first] = body
  if (first && body.length === 1) return first
  const bounds = boundsOfAll(body)
  return { left: bounds?.x ?? 0, top: bounds?.y ?? 0 }
}
