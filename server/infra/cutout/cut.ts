/** Cuts a picture out: encoded bytes in, one alpha value per pixel out. Inference is injected as `infer`. */
import sharp from 'sharp'
import type { AiCutoutType } from '../../../contract/constants'
import { encodePng } from '../../../imaging/png/png'
import { maxCutoutPixels } from '../../domain/cutout/limits'
import { Failure } from '../../kernel/failure'
import type { CutoutAlpha } from '../../ports/cutout'
import { openSrgb, pictureOptions } from '../content/srgb'
import type { ModelName } from './models'
import { composeCutout } from './pixels/compose'
import { doubtOf, type Found, isSubject, measureMask, sharedWith } from './pixels/found'
import { bodyCertainty, bodyMask, commonMask, headCertainty, headMask } from './pixels/masks'
import { newPlane, type Plane, resized } from './pixels/plane'
import { applyEdges, edgeModel } from './pixels/refine'
import { type Box, boxOf } from './pixels/regions'

/** Runs a model on a square RGB picture of the model's size (three bytes per pixel); returns one plane of scores per class. */
export interface Infer {
  sideOf(model: ModelName): number
  run(model: ModelName, rgb: Uint8Array): Promise<readonly Plane[]>
}

interface CutoutKind {
  readonly model: ModelName
  readonly mask: (scores: readonly Plane[]) => Plane
  /** Returns the model's certainty per pixel; null for a model that accepts any subject. */
  readonly certainty: ((scores: readonly Plane[]) => Plane) | null
  /**
   * Margin around a small subject in the second, closer pass, as a share of the subject's box: a head is recognized by its
   * shoulders.
   */
  readonly margin: number
  readonly notFoundText: string
  /** Message when the model mistook something else for its subject. */
  readonly mistakenText?: string
}

export const kinds: Readonly<Record<AiCutoutType, CutoutKind>> = {
  head: {
    model: 'person',
    mask: headMask,
    certainty: headCertainty,
    margin: 0.7,
    notFoundText: '图片中没有找到头像，请换一张正面清晰的人像',
    mistakenText: '图片中没有找到清晰的真人头像，请换一张正面清晰的人像；动物和卡通形象请用“通用”抠图',
  },
  body: {
    model: 'person',
    mask: bodyMask,
    certainty: bodyCertainty,
    margin: 0.2,
    notFoundText: '图片中没有找到人像，请换一张人物清晰的图片',
    mistakenText: '图片中没有找到清晰的真人，请换一张人物清晰的图片；动物和卡通形象请用“通用”抠图',
  },
  common: {
    model: 'object',
    mask: commonMask,
    certainty: null,
    margin: 0.15,
    notFoundText: '图片中没有找到明显的主体，请换一张主体清晰的图片',
  },
}

/** A decoded picture, upright and in sRGB, three or four bytes per pixel. */
export interface DecodedPicture {
  readonly data: Buffer
  readonly width: number
  readonly height: number
  readonly channels: 3 | 4
}

/** Rejects with 'unsupported-file' when the bytes are no picture, or one with too many pixels. */
export async function decode(bytes: Uint8Array): Promise<DecodedPicture> {
  try {
    const image = await openSrgb(bytes, { ...pictureOptions, limitInputPixels: maxCutoutPixels })
    const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
    if (info.channels === 3 || info.channels === 4)
      return { data, width: info.width, height: info.height, channels: info.channels }
    throw new Error(`${info.channels} channels`)
  } catch (cause) {
    if (cause instanceof Error && /pixel limit/.test(cause.message))
      throw new Failure('unsupported-file', '图片像素过大，无法抠图')
    throw new Failure('unsupported-file', '图片加载失败，请检查图片是否损坏')
  }
}

const open = ({ data, width, height, channels }: DecodedPicture) => sharp(data, { raw: { width, height, channels } })

/** Resizes a section of the picture to three bytes per pixel; transparent pixels become white. */
async function resizeSection(
  picture: DecodedPicture,
  { left, top, width, height }: Box,
  size: { width: number; height: number },
): Promise<Buffer> {
  const part = open(picture).extract({ left, top, width, height })
  const opaque = picture.channels === 4 ? part.flatten({ background: '#ffffff' }) : part
  return opaque.resize(size.width, size.height, { fit: 'fill' }).raw().toBuffer()
}

/** Result of running a model on a section of the picture. */
interface Pass {
  readonly region: Box
  readonly mask: Plane
  readonly found: Found
  readonly doubt: number
}

async function runPass(picture: DecodedPicture, region: Box, kind: CutoutKind, infer: Infer): Promise<Pass> {
  const side = infer.sideOf(kind.model)
  const rgb = await resizeSection(picture, region, { width: side, height: side })
  const scores = await infer.run(kind.model, rgb)
  const mask = kind.mask(scores)
  const doubt = kind.certainty === null ? 0 : doubtOf(kind.certainty(scores), mask)
  return { region, mask, doubt, found: measureMask(mask, (region.width * region.height) / (picture.width * picture.height)) }
}

/** A second, closer pass pays off when the subject fills less than this share of the first pass's section. */
const closerBelow = 0.5

/**
 * Returns the box of the subject with a margin, in pixels of the picture; null when it fills the first pass's section well
 * enough.
 */
export function closerRegion({ region, mask }: Pick<Pass, 'region' | 'mask'>, margin: number): Box | null {
  const box = boxOf(mask)
  if (!box) return null
  const across = region.width / mask.width
  const down = region.height / mask.height
  const grow = { x: Math.max(box.width * margin, 4) * across, y: Math.max(box.height * margin, 4) * down }
  const left = Math.max(0, Math.floor(box.left * across - grow.x))
  const top = Math.max(0, Math.floor(box.top * down - grow.y))
  const right = Math.min(region.width, Math.ceil((box.left + box.width) * across + grow.x))
  const bottom = Math.min(region.height, Math.ceil((box.top + box.height) * down + grow.y))
  const closer = { left: region.left + left, top: region.top + top, width: right - left, height: bottom - top }
  return closer.width * closer.height < closerBelow * region.width * region.height ? closer : null
}

/** Above `mostDoubt` the subject is rejected; above `someDoubt` the model for any subject is asked whether it sees the same. */
const mostDoubt = 0.35
const someDoubt = 0.12
/** Minimum share of a doubtful person that must be part of the picture's main subject. */
const leastShared = 0.8

/** Returns whether the result shows the model's kind of subject and not a mistake, such as a cat's face or a drawn girl's cap. */
async function isPlausible(picture: DecodedPicture, { region, mask, doubt }: Pass, infer: Infer): Promise<boolean> {
  if (doubt <= someDoubt) return true
  if (doubt > mostDoubt) return false
  return sharedWith(mask, (await runPass(picture, region, kinds.common, infer)).mask) >= leastShared
}

/** Locates the subject, with a second, closer pass where that helps. Rejects when there is none. */
async function findSubject(picture: DecodedPicture, kind: CutoutKind, infer: Infer): Promise<Pass> {
  const whole: Box = { left: 0, top: 0, width: picture.width, height: picture.height }
  const first = await runPass(picture, whole, kind, infer)
  if (!isSubject(first.found)) throw new Failure('invalid', kind.notFoundText)
  const closer = closerRegion(first, kind.margin)
  if (!closer) return first
  const second = await runPass(picture, closer, kind, infer)
  // Without its surroundings a model may lose the subject or take everything for it; then the first pass is better.
  const change = second.found.area / first.found.area
  return isSubject(second.found) && change > 0.5 && change < 1.6 ? second : first
}

/** Longest side, px, at which edges are computed; the colours determine them at full size. */
const edgeSide = 800
/** Colour variance that counts as flat, with colours from 0 to 1. */
const flatness = 2e-4
/** Aligns the mask with the picture's edges and scales it to full size; returns one byte per pixel of the whole picture. */
async function fullAlpha(picture: DecodedPicture, { region, mask }: Pass): Promise<Uint8Array<ArrayBuffer>> {
  const scale = Math.min(1, edgeSide / Math.max(region.width, region.height))
  const width = Math.max(1, Math.round(region.width * scale))
  const height = Math.max(1, Math.round(region.height * scale))
  const rgb = await resizeSection(picture, region, { width, height })
  const channel = (index: number): Plane => {
    const plane = newPlane(width, height)
    for (let pixel = 0, at = index; pixel < plane.data.length; pixel++, at += 3) plane.data[pixel] = (rgb[at] ?? 0) / 255
    return plane
  }
  // One and a half times the width of one pixel of the mask, which is how soft the mask is.
  const radius = Math.max(2, Math.round((1.5 * Math.max(width, height)) / Math.max(mask.width, mask.height)))
  const model = edgeModel(resized(mask, width, height), [channel(0), channel(1), channel(2)], radius, flatness)
  const alpha = new Uint8Array(picture.width * picture.height)
  applyEdges(model, picture, region, alpha)
  return alpha
}

/**
 * Returns the subject's alpha for every pixel. Rejects with a message for the seller when the picture cannot be read or holds no
 * such subject.
 */
export async function cutOut(bytes: Uint8Array, type: AiCutoutType, infer: Infer): Promise<Omit<CutoutAlpha, 'model'>> {
  const picture = await decode(bytes)
  const kind = kinds[type]
  const subject = await findSubject(picture, kind, infer)
  if (!(await isPlausible(picture, subject, infer))) throw new Failure('invalid', kind.mistakenText ?? kind.notFoundText)
  const alpha = await fullAlpha(picture, subject)
  const { width, height } = picture
  const box = boxOf({ width, data: alpha }, 127)
  if (!box) throw new Failure('invalid', kinds[type].notFoundText)
  return { alpha, width, height, box, score: subject.found.score }
}

/** Returns a PNG of the picture with the given alpha. Rejects when the picture cannot be read. */
export async function composePng(bytes: Uint8Array, { alpha, width, height }: CutoutAlpha): Promise<Uint8Array<ArrayBuffer>> {
  const picture = await decode(bytes)
  if (picture.width !== width || picture.height !== height) {
    throw new Error(`a mask of ${width} × ${height} for a picture of ${picture.width} × ${picture.height}`)
  }
  const { buffer, byteOffset, length } =
    picture.channels === 4 ? picture.data : await open(picture).ensureAlpha().raw().toBuffer()
  // libvips never shares its memory with another thread.
  const data = new Uint8ClampedArray(buffer as ArrayBuffer, byteOffset, length)
  composeCutout({ width, height, data: new Uint8Array(data.buffer, byteOffset, length) }, alpha)
  return new Uint8Array(await encodePng({ width, height, data }).arrayBuffer())
}
