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

interface AddedBackground {
  /** A picture of the library, which becomes a layer by this command. */
  readonly added: ImageLayer
  /** Buyers choose the background in the place of the template's, whoever made that one. */
  readonly replacesAny?: boolean
}

/**
 * Makes a layer of the design, or an added picture of the library, the background, in one step of undo. The previous background becomes
 * an ordinary layer again, because it may be the seller's work. Only a picture of the library as it came is removed when another
 * picture of the library is chosen: sellers try several in a row, and each of them would cover the next one.
 */
export const setBackground: Command<{ readonly uuid: string } | AddedBackground> = {
  id: 'setBackground',
  label: '设为背景',
  run(doc, args) {
    const old = backgroundOf(doc)
    if ('added' in args) {
      if (old?.locked) return refuse(backgroundText.locked)
      if (!old) return addBackground(doc, args.added)
      if (!args.replacesAny && !isLibraryPictureAsItCame(old)) return addBackground(doc, args.added, backgroundText.kept)
      const withoutOld = { ...doc, layers: doc.layers.filter((other) => other !== old) }
      return addBackground(withoutOld, args.added, backgroundText.replaced)
    }
    const layer = byUuid(doc, args.uuid)
    if (!layer) return refuse('')
    if (layer.type !== 'IMAGE') return refuse('只有图片图层可以设为背景')
    if (layer.isBackground) return done(doc)
    if (layer.locked) return refuse(refusalText.locked)
    if (old?.locked) return refuse(backgroundText.locked)
    return withBackground(doc, layer, old && backgroundText.kept)
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

function addBackground(doc: DesignDoc, added: ImageLayer, message?: string): Outcome {
  const withLayer = addLayers.run(doc, { layers: [added] })
  return withLayer.ok ? withBackground(withLayer.doc, added, message) : withLayer
}

function withBackground(doc: DesignDoc, layer: ImageLayer, message: string | undefined): Outcome {
  const layers = asBackground(doc.layers, layer, doc)
  return done({ ...doc, layers }, { select: [layer.uuid], ...(message && { message }) })
}

/** Whether nothing of a background was made by the seller: neither its picture nor how it is shown. */
function isLibraryPictureAsItCame(background: ImageLayer): boolean {
  const { isUserUploadImage, appearance, shape, layoutRule, hidden, horizontalFlip, verticalFlip } = background
  const isShownAsItCame = appearance === null && layoutRule === null && !hidden && !horizontalFlip && !verticalFlip
  return !isUserUploadImage && shape === null && isShownAsItCame
}
