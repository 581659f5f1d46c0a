/**
 * Rules of groups: layers selected, moved, scaled and rotated together. A group has no object of its own; its members share an
 * id.
 */
import { boundsOfAll } from '../geometry/bounds'
import type { DesignDoc, Layer } from '../model/types'
import type { Placeable } from './placement'

/** Returns the layer and the other members of its group, from bottom to top; only the layer if it has no group. */
export function groupMembersOf(doc: DesignDoc, uuid: string): readonly string[] {
  const groupId = doc.layers.find((layer) => layer.uuid === uuid)?.groupId ?? null
  if (groupId === null) return [uuid]
  return doc.layers.filter((layer) => layer.groupId === groupId).map((layer) => layer.uuid)
}

/** Returns these layers and all members of their groups, each once. */
export function withGroupMembers(doc: DesignDoc, uuids: readonly string[]): readonly string[] {
  const groups = new Map(doc.layers.map(({ uuid, groupId }) => [uuid, groupId]))
  const members = new Set<string>()
  for (const uuid of uuids) {
    if (members.has(uuid)) continue
    for (const member of groups.get(uuid) ? groupMembersOf(doc, uuid) : [uuid]) members.add(member)
  }
  return [...members]
}

/** Returns the id of the group if the layers are exactly all of its members; null otherwise. */
export function completeGroupOf(doc: DesignDoc, layers: readonly Layer[]): string | null {
  const [first] = layers
  if (!first || first.groupId === null || layers.length < 2) return null
  const { groupId } = first
  const size = doc.layers.reduce((count, layer) => count + (layer.groupId === groupId ? 1 : 0), 0)
  return size === layers.length && layers.every((layer) => layer.groupId === groupId) ? groupId : null
}

/** Returns one list per body: a group is one body, and so is every layer without a group. */
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

/** Returns the layers with the members moved together under the highest of them, in their order. */
export function gatherMembers(layers: readonly Layer[], members: ReadonlySet<string>): readonly Layer[] {
  const memberLayers = layers.filter((layer) => members.has(layer.uuid))
  const top = memberLayers[memberLayers.length - 1]
  if (!top) return layers
  return layers.flatMap((layer) => (layer === top ? memberLayers : members.has(layer.uuid) ? [] : [layer]))
}

/**
 * Gives copies groups of their own: the copies of one group form a new one, whose id is the uuid of its first copy and therefore
 * unique. A single copy out of a group has no group.
 */
export function withNewGroups(copies: readonly Layer[]): readonly Layer[] {
  const newGroupIds = new Map<string, string>()
  for (const body of bodiesOf(copies)) {
    const [first, second] = body
    if (first && second && first.groupId !== null) newGroupIds.set(first.groupId, first.uuid)
  }
  return copies.map((copy) => (copy.groupId === null ? copy : { ...copy, groupId: newGroupIds.get(copy.groupId) ?? null }))
}

/** Returns the top left corner of the bounds of a body. */
export function cornerOf(body: readonly Placeable[]): { readonly left: number; readonly top: number } {
  const [first] = body
  if (first && body.length === 1) return first
  const bounds = boundsOfAll(body)
  return { left: bounds?.x ?? 0, top: bounds?.y ?? 0 }
}
