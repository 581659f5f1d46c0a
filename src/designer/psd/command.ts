import { type Command, done } from '../../design/commands/command'
import { addLayers } from '../../design/commands/layers'
import type { ImageLayer } from '../../design/model/types'

/** Puts an artboard's layers on top, as one step; those that are seen are selected. */
export const importPsd: Command<{ readonly layers: readonly ImageLayer[] }> = {
  id: 'importPsd',
  label: '导入PSD',
  run(doc, { layers }) {
    const added = addLayers.run(doc, { layers })
    if (!added.ok) return added
    return done(added.doc, { select: layers.filter((layer) => !layer.hidden).map((layer) => layer.uuid) })
  },
}
