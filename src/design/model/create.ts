/** New layers and new documents. */
import { defaultWireframe } from '../../../contract/constants'
import { contain, fitWidth } from '../geometry/fit'
import { roundLength } from '../geometry/number'
import type { DesignDoc, ImageLayer, Size } from './types'

/** Width of a freshly placed sticker, canvas px. */
export const stickerWidth = 90

/** A picture that has been uploaded and measured. */
export interface UploadedPicture extends Size {
  readonly fileId: number
  readonly url: string
  readonly name: string
}

/** How text is set until a seller changes it. */
export const textDefaults = { textAlign: 'center', letterSpacing: 0, lineHeight: 1.2 } as const

/** An empty design for a canvas, by default that of the default wireframe. */
export function emptyDoc(size: Size = defaultWireframe): DesignDoc {
  return {
    name: '',
    width: size.width,
    height: size.height,
    layers: [],
    boundDesignAssetCollectionIds: [],
    previewPhoneModelId: null,
    previewMaterialColorId: null,
  }
}

/** A picture that would be this many times as high as the canvas is fitted inside it: nobody could find or move it. */
const tooManyHeights = 4

/**
 * A layer from a picture, centred: a sticker 90 px wide, any other picture as wide as the canvas, a ribbon that would tower
 * over the canvas whole inside it. `uploaded` says the seller brought the picture, rather than taking it from the material library.
 */
export function imageLayer(
  picture: UploadedPicture,
  doc: Size,
  options: { readonly uuid: string; readonly sticker?: boolean; readonly uploaded?: boolean },
): ImageLayer {
  const frame = { x: 0, y: 0, width: doc.width, height: doc.height }
  const wide = fitWidth(picture, frame, options.sticker ? stickerWidth : doc.width)
  const box = wide.height > tooManyHeights * doc.height ? contain(picture, frame) : wide
  return {
    uuid: options.uuid,
    id: null,
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
    rotation: 0,
    locked: false,
    hidden: false,
    horizontalFlip: false,
    verticalFlip: false,
    isUserUploadImage: options.uploaded ?? true,
    isBackground: false,
    stroke: null,
    strokeSvgData: null,
    groupId: null,
  }
}

/** Most UTF-16 units of a name, of a layer or a template, that the server keeps. */
export const maxNameLength = 100

/** A name the server takes: without blanks round it, cut between characters and never through one. */
export function fittingName(name: string): string {
  let fitting = ''
  for (const character of name.trim()) {
    if (fitting.length + character.length > maxNameLength) break
    fitting += character
  }
  return fitting.trim()
}

const copySuffix = ' 副本'

/** What a copy of a template is called, as the server names its copies; a template without a name stays without. */
export function copyName(name: string): string {
  return name === '' ? '' : withSuffix(name, copySuffix)
}

/** What a layer is called among these names: as it is, or else the first free one of 「海浪 副本」, 「海浪 副本 2」 … */
export function copyNameAmong(taken: ReadonlySet<string>, name: string): string {
  if (!taken.has(name)) return name
  const original = name.replace(/ 副本(?: \d{1,4})?$/, '')
  for (let count = 1; ; count++) {
    const free = withSuffix(original, count === 1 ? copySuffix : `${copySuffix} ${count}`)
    if (!taken.has(free)) return free
  }
}

function withSuffix(name: string, suffix: string): string {
  let kept = name
  while (kept.length + suffix.length > maxNameLength) kept = [...kept].slice(0, -1).join('')
  return `${kept.trimEnd()}${suffix}`
}

/** A file's name as a layer's name: without its ending, never blank. */
export function layerName(fileName: string): string {
  const bare = fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '').trim()
  return fittingName(bare) || '图片'
}

/**
 * A random layer id (version 4 UUID). crypto.randomUUID is missing on plain http pages, which a desktop client may open;
 * getRandomValues is there always.
 */
export function newUuid(random: (bytes: Uint8Array<ArrayBuffer>) => void = (bytes) => crypto.getRandomValues(bytes)): string {
  const bytes = new Uint8Array(16)
  random(bytes)
  const at = (i: number) => bytes[i] ?? 0
  bytes[6] = (at(6) & 0x0f) | 0x40
  bytes[8] = (at(8) & 0x3f) | 0x80
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
