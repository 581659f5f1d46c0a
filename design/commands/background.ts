/** Commands for the background: the one picture that fills the canvas at the bottom. */
import { backgroundOf, byUuid, layersOf } from '../model/queries'
import type { DesignDoc, ImageLayer } from '../model/types'
import { setBackground as asBackground, unsetBackground as withoutBackground } from '../rules/background'
import { refusalText } from '../rules/refusal'
import { type Command, done, type Outcome, refuse } from './command'
import { addLayers } from './layers'

export const backgroundText = {
  locked: '背景图层已锁定，请先解锁',
  replaced: '背景已更换，可以撤销',
  kept: '背景已更换，原来的背景变成普通图层，在它上面',
} as const

/**
 * Makes a layer of the design the background, and the previous one an ordinary layer again: the seller put both there. A picture that
 * is added by this command, for the background alone, takes the place of the previous one. Either is one step of undo.
 */
export const setBackground: Command<{ readonly uuid: string } | { readonly added: ImageLayer }> = {
  id: 'setBackground',
  label: '设为背景',
  run(doc, args) {
    if ('added' in args) return replaceBackground(doc, args.added)
    const layer = byUuid(doc, args.uuid)
    if (!layer) return refuse('')
    if (layer.type !== 'IMAGE') return refuse('只有图片图层可以设为背景')
    if (layer.isBackground) return done(doc)
    if (layer.locked) return refuse(refusalText.locked)
    const old = backgroundOf(doc)
    if (old?.locked) return refuse(backgroundText.locked)
    const layers = asBackground(doc.layers, layer, doc)
    return done({ ...doc, layers }, { select: [layer.uuid], ...(old && { message: backgroundText.kept }) })
  },
  enabled(doc, selection) {
    const [layer, more] = layersOf(doc, selection)
    return layer !== undefined && !more && layer.type === 'IMAGE' && !layer.isBackground && !layer.locked
  },
}

export const unsetBackground: Command<Record<never, never>> = {
  id: 'unsetBackground',
  label: '取消背景',
  run: (doc) => (backgroundOf(doc) ? done({ ...doc, layers: withoutBackground(doc.layers) }) : done(doc)),
  enabled: (doc, selection) => layersOf(doc, selection).some((layer) => layer.isBackground),
}

function replaceBackground(doc: DesignDoc, added: ImageLayer): Outcome {
  const old = backgroundOf(doc)
  if (old?.locked) return refuse(backgroundText.locked)
  const withoutOld = old ? { ...doc, layers: doc.layers.filter((other) => other !== old) } : doc
  const withLayer = addLayers.run(withoutOld, { layers: [added] })
  if (!withLayer.ok) return withLayer
  const layers = asBackground(withLayer.doc.layers, added, doc)
  return done({ ...withLayer.doc, layers }, { select: [added.uuid], ...(old && { message: backgroundText.replaced }) })
}
