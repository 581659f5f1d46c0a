/** Commands for pictures taken from the material library. */
import { backgroundOf } from '../model/queries'
import type { ImageLayer } from '../model/types'
import { setBackground } from '../rules/background'
import { type Command, done, refuse } from './command'
import { addLayers } from './layers'

export const backgroundLocked = '背景图层已锁定，请先解锁'

/**
 * A picture straight as the background, instead of the one there was: left where it stood, that one would cover the new one. One
 * step, so one undo brings it back.
 */
export const takeBackground: Command<{ readonly layer: ImageLayer }> = {
  id: 'takeBackground',
  label: '设为背景',
  run(doc, { layer }) {
    const old = backgroundOf(doc)
    if (old?.locked) return refuse(backgroundLocked)
    const without = old ? { ...doc, layers: doc.layers.filter((other) => other !== old) } : doc
    const added = addLayers.run(without, { layers: [layer] })
    if (!added.ok) return added
    return done(
      { ...added.doc, layers: setBackground(added.doc.layers, layer, doc) },
      { select: [layer.uuid], ...(old && { message: '背景已更换，可以撤销' }) },
    )
  },
}
