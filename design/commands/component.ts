/** Commands that make layers a copy of a component, insert one, and take one apart. */
import { layersOf, mapLayers, withFields } from '../model/queries'
import type { DesignDoc, Layer } from '../model/types'
import { instanceKeyOf } from '../rules/blocks'
import { gatherMembers } from '../rules/group'
import { type Command, done, refuse } from './command'
import { addLayers } from './layers'

/** Makes the layers, of which a component was made, a copy of it. `groupId` is new, at most 64 characters. */
export const linkComponent: Command<{ readonly uuids: readonly string[]; readonly id: number; readonly groupId: string }> = {
  id: 'linkComponent',
  label: '设为组件',
  run(doc, { uuids, id, groupId }) {
    const members = new Set(layersOf(doc, uuids).map(({ uuid }) => uuid))
    if (members.size !== uuids.length) return refuse('有图层已被删除，组件已保存，可以从「组件」里插入')
    const layers = gatherMembers(doc.layers, members).map((layer) =>
      members.has(layer.uuid)
        ? withFields<Layer>(layer, { groupId, locked: false, component: { id, revision: 1, layer: layer.uuid } })
        : layer,
    )
    return done({ ...doc, layers }, { select: [...members] })
  },
}

/** Adds a copy of a component on top and selects it. */
export const insertComponent: Command<{ readonly layers: readonly Layer[] }> = {
  id: 'insertComponent',
  label: '插入组件',
  run: (doc, { layers }) => addLayers.run(doc, { layers }),
}

/** Makes the copies of components among the layers ordinary layers, which stay a group. */
export const detachComponent: Command<{ readonly uuids: readonly string[] }> = {
  id: 'detachComponent',
  label: '脱离组件',
  run(doc, { uuids }) {
    const keys = new Set(keysAmong(doc, uuids))
    if (keys.size === 0) return refuse('')
    return done(
      mapLayers(doc, null, (layer) => {
        const key = instanceKeyOf(layer)
        return key !== null && keys.has(key) ? withFields<Layer>(layer, { component: null }) : layer
      }),
    )
  },
  enabled: (doc, selection) => keysAmong(doc, selection).length > 0,
}

const keysAmong = (doc: DesignDoc, uuids: readonly string[]): readonly string[] =>
  layersOf(doc, uuids).flatMap((layer) => instanceKeyOf(layer) ?? [])
