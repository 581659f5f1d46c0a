/** Commands that group and ungroup layers. */
import { layersOf, mapLayers, movable, withFields } from '../model/queries'
import type { DesignDoc, Layer } from '../model/types'
import { componentText } from '../rules/component'
import { completeGroupOf, gatherMembers } from '../rules/group'
import { refusalText } from '../rules/refusal'
import { type Command, done, refuse } from './command'

export const groupText = { tooFew: '请至少选择两个图层再组合' } as const

/**
 * Makes the layers one group with the id `groupId` (new, at most 64 characters). They are moved together under the highest of
 * them; groups that are selected are merged into it.
 */
export const groupLayers: Command<{ readonly uuids: readonly string[]; readonly groupId: string }> = {
  id: 'groupLayers',
  label: '组合图层',
  run(doc, { uuids, groupId }) {
    const free = freeOf(doc, uuids)
    if (free.some(({ component }) => component !== null)) return refuse(componentText.noGroup)
    if (free.length < 2) return refuse(free.length < layersOf(doc, uuids).length ? refusalText.locked : groupText.tooFew)
    if (completeGroupOf(doc, free) !== null) return done(doc)
    const members = new Set(free.map((layer) => layer.uuid))
    const layers = gatherMembers(doc.layers, members).map((layer) =>
      members.has(layer.uuid) ? withFields<Layer>(layer, { groupId }) : layer,
    )
    return done({ ...doc, layers }, { select: [...members] })
  },
  enabled(doc, selection) {
    const free = freeOf(doc, selection)
    return free.length > 1 && completeGroupOf(doc, free) === null && free.every(({ component }) => component === null)
  },
}

/** Ungroups every group that one of the layers belongs to, and selects all former members. */
export const ungroupLayers: Command<{ readonly uuids: readonly string[] }> = {
  id: 'ungroupLayers',
  label: '取消组合',
  run(doc, { uuids }) {
    const groups = groupsOf(doc, uuids)
    if (groups.size === 0) return refuse('')
    const members = doc.layers.filter((layer) => layer.groupId !== null && groups.has(layer.groupId)).map((layer) => layer.uuid)
    return done(
      mapLayers(doc, members, (layer) => withFields<Layer>(layer, { groupId: null })),
      { select: members },
    )
  },
  enabled: (doc, selection) => groupsOf(doc, selection).size > 0,
}

function freeOf(doc: DesignDoc, uuids: readonly string[]): readonly Layer[] {
  return layersOf(doc, uuids).filter(movable)
}

/** An instance stays whole until it is detached. */
function groupsOf(doc: DesignDoc, uuids: readonly string[]): ReadonlySet<string> {
  return new Set(layersOf(doc, uuids).flatMap(({ component, groupId }) => (component ? [] : (groupId ?? []))))
}
