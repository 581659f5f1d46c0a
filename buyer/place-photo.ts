/** Puts a photo into a design: into an existing layer, or as a layer of its own. */
import type { Crop } from '../contract/rules/appearance'
import type { BuyerPicture } from '../contract/types'
import { addLayers } from '../design/commands/layers'
import type { DesignDoc } from '../design/model/types'
import type { DesignKey } from './api'
import type { ChosenPhoto } from './kept-photos'
import { addedPhoto, scaledCrop, withPhoto } from './layers'
import type { UnsentPhoto } from './unsent-photos'
import { errorText } from './words'

type Slot = Pick<ChosenPhoto, 'slot' | 'isAdded' | 'crop'> & Partial<Pick<ChosenPhoto, 'size'>>

/**
 * Returns the design with a photo in it. A layer that was to be added may be there: the page was closed right after that. Throws words for
 * the buyer where no layer can be added.
 */
export function docWithPhoto(doc: DesignDoc, photo: Slot, picture: BuyerPicture): DesignDoc {
  const { slot, isAdded } = photo
  if (!isAdded || doc.layers.some(({ uuid }) => uuid === slot)) return withPhoto(doc, slot, picture, cropIn(photo, picture))
  const added = addLayers.run(doc, { layers: [addedPhoto(doc, slot, picture)] })
  if (!added.ok) throw new Error(added.message)
  return added.doc
}

/** Returns the chosen part in px of the picture, which the server may have stored at another size. */
function cropIn({ crop, size }: Slot, picture: BuyerPicture): Crop | null {
  return crop && size ? scaledCrop(crop, picture.width / size.width) : null
}

interface PlaceDeps {
  readonly key: DesignKey
  readonly now: () => DesignDoc
  readonly change: (doc: DesignDoc, label: string) => void
}

/**
 * Puts an uploaded photo into the present design, cut out where its layer asks for that. A photo that cannot be cut out is put in whole.
 * Resolves to a text about a deviation from the buyer's request; null without one.
 */
export async function placePhoto(
  { key, now, change }: PlaceDeps,
  photo: Slot & Pick<ChosenPhoto, 'cutout'>,
  picture: BuyerPicture,
  isWanted: () => boolean,
): Promise<string | null> {
  const layer = now().layers.find(({ uuid }) => uuid === photo.slot)
  // The buyer has removed the layer meanwhile.
  if (!photo.isAdded && !layer) return null
  const put = (one: BuyerPicture, label: string) => {
    // A cut-out has a size of its own, in which the chosen part means nothing.
    const { slot, isAdded } = photo
    if (isWanted()) change(docWithPhoto(now(), one === picture ? photo : { slot, isAdded }, one), label)
  }
  if (!layer || !photo.cutout) {
    put(picture, photo.isAdded ? '添加照片' : '换照片')
    return null
  }
  try {
    const { cutOutInto } = await import('./cutout')
    put(await cutOutInto(key, picture, photo.cutout, layer), '抠图')
    return null
  } catch (cause) {
    put(picture, '换照片')
    return `没有抠图，照片按原样放入：${errorText(cause)}`
  }
}

/**
 * Returns the design as the buyer sees it: with the photos that the server does not have yet, from the phone's own files. A photo for
 * which the design has no room any more is left out.
 */
export function withUnsent(doc: DesignDoc, photos: readonly UnsentPhoto[]): DesignDoc {
  return photos.reduce((shown, photo) => {
    const picture = { imageFileId: 0, imageUrl: photo.url, ...photo.size }
    try {
      return docWithPhoto(shown, photo, picture)
    } catch {
      return shown
    }
  }, doc)
}

/** Returns the changed design without the unsent photos that were shown in it. */
export function withoutUnsent(changed: DesignDoc, stored: DesignDoc, photos: readonly UnsentPhoto[]): DesignDoc {
  if (photos.length === 0) return changed
  const before = new Map(stored.layers.map((layer) => [layer.uuid, layer]))
  const slots = new Set(photos.map(({ slot }) => slot))
  const layers = changed.layers.flatMap((layer) => (slots.has(layer.uuid) ? (before.get(layer.uuid) ?? []) : layer))
  return { ...changed, layers }
}
