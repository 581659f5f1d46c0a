/** The buyer's changes of layers, within the rights that the server checks again. Pure. */
import { randomHex } from '../contract/ground/hex'
import type { Crop } from '../contract/rules/appearance'
import { type BuyerRight, type BuyerSwitches, rightsByLayer } from '../contract/rules/buyer-rights'
import { printResolution } from '../contract/rules/print-resolution'
import type { BuyerDesign, BuyerPicture, TemplateLayer, TemplateLayerWrite, Wireframe } from '../contract/types'
import { wireframeFrame } from '../design/geometry/wireframe'
import { newLayerFields } from '../design/model/create'
import { equalValues } from '../design/model/equal'
import { mapLayers } from '../design/model/queries'
import type { DesignDoc, ImageLayer, Layer, Size } from '../design/model/types'
import { docFrom } from '../design/template/load'

/** The uuid of an added layer begins with its kind, because a sticker and a photo are both pictures. */
export const newUuid = (kind: 'photo' | 'text' | 'asset'): string => `${kind}-${randomHex()}`

/** Rights to a layer that the buyer added himself. */
function ownRights({ uuid, type }: Pick<Layer, 'uuid' | 'type'>): ReadonlySet<BuyerRight> {
  if (type === 'TEXT') return new Set(['text', 'move', 'remove'])
  return new Set(uuid.startsWith('photo-') ? ['picture', 'move', 'remove'] : ['move', 'remove'])
}

export type Rights = (layer: Pick<Layer, 'uuid' | 'type'>) => ReadonlySet<BuyerRight>

export function rightsIn(base: readonly TemplateLayer[], switches: BuyerSwitches): Rights {
  const known = rightsByLayer(base, switches)
  return (layer) => known.get(layer.uuid) ?? ownRights(layer)
}

type Shown = Pick<BuyerDesign, 'width' | 'height' | 'layers'> &
  Partial<Pick<BuyerDesign, 'code' | 'phoneModelId' | 'materialColorId'>>

export const docOf = (design: Shown): DesignDoc =>
  docFrom({
    name: design.code ?? '',
    width: design.width,
    height: design.height,
    layers: design.layers,
    guides: null,
    boundDesignAssetCollectionIds: [],
    previewPhoneModelId: design.phoneModelId ?? null,
    previewMaterialColorId: design.materialColorId ?? null,
  })

/** Returns a stored document with the present addresses of its pictures: addresses of photos expire after a week. */
export function withAddressesOf(doc: DesignDoc, { base, layers }: Pick<BuyerDesign, 'base' | 'layers'>): DesignDoc {
  const addresses = new Map([...base, ...layers].map(({ imageFileId, imageUrl }) => [imageFileId, imageUrl]))
  const fresh = (layer: Layer): Layer => {
    const imageUrl = layer.imageFileId === null ? undefined : addresses.get(layer.imageFileId)
    return imageUrl === undefined ? layer : { ...layer, imageUrl }
  }
  return { ...doc, layers: doc.layers.map(fresh) }
}

/**
 * Returns the layers in the form in which they are saved. A layer of the server keeps every field that the buyer did not change, so
 * that the page's normalisation does not count as a change.
 */
export function toWrite(doc: DesignDoc, design: BuyerDesign): TemplateLayerWrite[] {
  const stored = new Map(design.layers.map((layer) => [layer.uuid, layer]))
  const loaded = new Map(docOf(design).layers.map((layer) => [layer.uuid, layer]))
  return doc.layers.map((layer, index) => {
    const [wire, before] = [stored.get(layer.uuid), loaded.get(layer.uuid)]
    const { imageFileId } = layer
    if (imageFileId === null) throw new Error(`layer ${layer.uuid} has no stored picture`)
    if (!wire || !before) return { ...layer, imageFileId, index }
    const changed = Object.entries(layer).filter(([key, value]) => !equalValues(value, before[key as keyof Layer]))
    return { ...wire, ...Object.fromEntries(changed), ...dropped(layer), id: null, index }
  })
}

/** Returns the fields of a cutout layer to clear when a photo replaces its placeholder. */
const dropped = ({ type }: Layer) => (type === 'AI_CUTOUT' ? {} : { aiCutoutType: null, aiCutoutPlaceholderImageType: null })

/** Returns the centred part of a picture that fills a box, px of the picture. */
export function coverCrop(picture: Size, box: Size) {
  const scale = Math.min(picture.width / box.width, picture.height / box.height)
  const [width, height] = [box.width * scale, box.height * scale]
  return { left: (picture.width - width) / 2, top: (picture.height - height) / 2, width, height, angle: 0 }
}

/** Returns a crop in px of the same picture at another size. */
export const scaledCrop = ({ left, top, width, height, angle }: Crop, factor: number): Crop => ({
  left: left * factor,
  top: top * factor,
  width: width * factor,
  height: height * factor,
  angle,
})

/** Puts a photo into a layer: the box stays and the photo fills it, or the part of it that was chosen. */
export function withPhoto(doc: DesignDoc, uuid: string, picture: BuyerPicture, chosen: Crop | null = null): DesignDoc {
  return mapLayers(doc, [uuid], (layer) => {
    const { mask, ...others } = layer.appearance ?? {}
    const crop = chosen ?? coverCrop(picture, layer)
    const photo: ImageLayer = {
      ...commonFields(layer),
      type: 'IMAGE',
      isBackground: false,
      shape: null,
      imageUrl: picture.imageUrl,
      imageFileId: picture.imageFileId,
      originalWidth: picture.width,
      originalHeight: picture.height,
      stroke: null,
      strokeSvgData: null,
      appearance: { ...others, ...(mask && { mask }), crop },
    }
    return photo
  })
}

function commonFields(layer: Layer) {
  const { uuid, id, name, left, top, width, height, rotation, locked, hidden, horizontalFlip, verticalFlip } = layer
  const { isUserUploadImage, groupId, layoutRule, component } = layer
  return {
    uuid,
    id,
    name,
    left,
    top,
    width,
    height,
    rotation,
    locked,
    hidden,
    horizontalFlip,
    verticalFlip,
    isUserUploadImage,
    groupId,
    layoutRule,
    component,
  }
}

/** The text of a text layer that the buyer has just added. */
export const sampleText = '写点什么'

/** Share of the canvas's width that an added photo takes. */
const addedShare = 0.6

/** Returns the layer of a photo that the buyer adds, in the middle of the canvas. */
export function addedPhoto(doc: Size, uuid: string, picture: BuyerPicture): ImageLayer {
  const scale = Math.min((doc.width * addedShare) / picture.width, (doc.height * addedShare) / picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  return {
    ...newLayerFields,
    uuid,
    type: 'IMAGE',
    name: '照片',
    imageUrl: picture.imageUrl,
    imageFileId: picture.imageFileId,
    originalWidth: picture.width,
    originalHeight: picture.height,
    left: (doc.width - width) / 2,
    top: (doc.height - height) / 2,
    width,
    height,
    isUserUploadImage: false,
    shape: null,
  }
}

/** Resolution at which a layer's picture is printed, whole dpi; null while the case's size is unknown. */
export function printedDpi(layer: Layer, doc: Size, wireframe: Wireframe | null): number | null {
  if (!wireframe || (wireframe.widthMm === null && wireframe.heightMm === null)) return null
  const { frame } = wireframeFrame(doc, wireframe)
  const mmPerPx = wireframe.widthMm !== null ? wireframe.widthMm / frame.width : (wireframe.heightMm ?? 0) / frame.height
  const crop = layer.appearance?.crop
  const pixels = { width: crop?.width ?? layer.originalWidth, height: crop?.height ?? layer.originalHeight }
  return printResolution(pixels, { widthMm: layer.width * mmPerPx, heightMm: layer.height * mmPerPx }).dpi
}
