/** Creates layers, documents, uuids and names. */
import { defaultWireframe } from '../../contract/constants'
import { bytesHex } from '../../contract/ground/hex'
import { textLimits } from '../../contract/rules/limits'
import { contain, fitWidth } from '../geometry/fit'
import { roundLength } from '../geometry/number'
import type { DesignDoc, Guides, ImageLayer, Size } from './types'

/** Width of a newly placed sticker, canvas px. */
export const stickerWidth = 90

/** A picture that has been uploaded and measured. */
export interface UploadedPicture extends Size {
  readonly fileId: number
  readonly url: string
  readonly name: string
}

/** Settings of a new text. */
export const textDefaults = { textAlign: 'center', letterSpacing: 0, lineHeight: 1.2, textFlow: null, fontWeight: null } as const

export const noGuides: Guides = { x: [], y: [] }

/** Fields of every new layer. */
export const newLayerFields = {
  id: null,
  rotation: 0,
  locked: false,
  hidden: false,
  horizontalFlip: false,
  verticalFlip: false,
  isBackground: false,
  stroke: null,
  strokeSvgData: null,
  groupId: null,
  appearance: null,
  layoutRule: null,
  component: null,
} as const

/** Returns an empty design for a canvas, by default the size of the default wireframe. */
export function emptyDoc(size: Size = defaultWireframe): DesignDoc {
  return {
    name: '',
    width: size.width,
    height: size.height,
    layers: [],
    guides: noGuides,
    boundDesignAssetCollectionIds: [],
    previewPhoneModelId: null,
    previewMaterialColorId: null,
  }
}

/**
 * A picture that would become more than this many canvas heights high is fitted inside the canvas, or nobody could find or move
 * it.
 */
const maxCanvasHeights = 4

/**
 * Returns a centred layer for a picture: a sticker is 90 px wide, any other picture as wide as the canvas, and a picture that
 * would be far higher than the canvas is fitted inside it. `uploaded` is true when the seller uploaded the picture instead of
 * choosing it from the library.
 */
export function imageLayer(
  picture: UploadedPicture,
  doc: Size,
  options: { readonly uuid: string; readonly sticker?: boolean; readonly uploaded?: boolean },
): ImageLayer {
  const frame = { x: 0, y: 0, width: doc.width, height: doc.height }
  const wide = fitWidth(picture, frame, options.sticker ? stickerWidth : doc.width)
  const box = wide.height > maxCanvasHeights * doc.height ? contain(picture, frame) : wide
  return {
    ...newLayerFields,
    uuid: options.uuid,
    type: 'IMAGE',
    name: layerName(picture.name),
    imageUrl: picture.url,
    imageFileId: picture.fileId,
    originalWidth: picture.width,
    originalHeight: picture.height,
    left: roundLength(box.x),
    top: roundLength(box.y),
    width: roundLength(box.width),
    height: roundLength(box.height),
    isUserUploadImage: options.uploaded ?? true,
    shape: null,
  }
}

/** Returns a name that the server accepts: trimmed, and shortened between characters. */
export function fittingName(name: string): string {
  let fitting = ''
  for (const character of name.trim()) {
    if (fitting.length + character.length > textLimits.name) break
    fitting += character
  }
  return fitting.trim()
}

const copySuffix = ' 副本'

/** Returns the name of a template's copy, as the server names copies; a template without a name has a copy without one. */
export function copyName(name: string): string {
  return name === '' ? '' : withSuffix(name, copySuffix)
}

/** Returns the name unchanged if it is free, otherwise the first free one of 「海浪 副本」, 「海浪 副本 2」 … */
export function copyNameAmong(usedNames: ReadonlySet<string>, name: string): string {
  if (!usedNames.has(name)) return name
  const original = name.replace(/ 副本(?: \d{1,4})?$/, '')
  for (let count = 1; ; count++) {
    const free = withSuffix(original, count === 1 ? copySuffix : `${copySuffix} ${count}`)
    if (!usedNames.has(free)) return free
  }
}

function withSuffix(name: string, suffix: string): string {
  let shortened = name
  while (shortened.length + suffix.length > textLimits.name) shortened = [...shortened].slice(0, -1).join('')
  return `${shortened.trimEnd()}${suffix}`
}

/** Returns a layer name for a file: its name without the extension, never blank. */
export function layerName(fileName: string): string {
  const baseName = fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '').trim()
  return fittingName(baseName) || '图片'
}

/**
 * Returns a random layer id (version 4 UUID). crypto.randomUUID is missing on plain http pages, which a desktop client may open;
 * getRandomValues is always available.
 */
export function newUuid(random: (bytes: Uint8Array<ArrayBuffer>) => void = (bytes) => crypto.getRandomValues(bytes)): string {
  const bytes = new Uint8Array(16)
  random(bytes)
  const byteAt = (i: number) => bytes[i] ?? 0
  bytes[6] = (byteAt(6) & 0x0f) | 0x40
  bytes[8] = (byteAt(8) & 0x3f) | 0x80
  const hex = bytesHex(bytes)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
