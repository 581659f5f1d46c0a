/** Commands for cutouts: adding a placeholder as a layer, and applying the result of an AI cutout. */
import type { AiCutoutType } from '../../contract/constants'
import { boxAround, placementCentre } from '../geometry/box'
import { rotateAbout } from '../geometry/rotate'
import type { Box } from '../geometry/shapes'
import { imageLayer, type UploadedPicture } from '../model/create'
import { byUuid, mapLayers, withFields } from '../model/queries'
import type { CutoutLayer, Layer, Size } from '../model/types'
import { refusalText } from '../rules/refusal'
import { type Command, done, refuse } from './command'

/** Names of the kinds of cutout, Chinese. */
export const cutoutTypeText: Readonly<Record<AiCutoutType, string>> = { head: '头像', body: '全身', common: '通用' }

/** Returns a cutout layer that shows a placeholder picture: as wide as the canvas and centred, like any other picture. */
export function placeholderLayer(picture: UploadedPicture, doc: Size, options: PlaceholderOptions): CutoutLayer {
  const image = imageLayer(picture, doc, { uuid: options.uuid, uploaded: false })
  return {
    ...image,
    type: 'AI_CUTOUT',
    isBackground: false,
    aiCutoutType: options.type,
    aiCutoutPlaceholderImageType: options.type,
  }
}

interface PlaceholderOptions {
  readonly uuid: string
  readonly type: AiCutoutType
}

export const cutoutText = {
  text: '文字图层不能抠图',
  background: '背景图层不能抠图，请先取消背景',
  changed: '抠图完成，但图层的图片已经更换，没有使用抠图结果',
  gone: '抠图完成，但图层已经删除',
} as const

/** Returns why the subject of a layer cannot be cut out; null when it can. */
export function cutoutRefusal(layer: Layer): string | null {
  if (layer.type === 'TEXT') return cutoutText.text
  if (layer.isBackground) return cutoutText.background
  return layer.locked ? refusalText.locked : null
}

interface CutoutResult {
  readonly uuid: string
  /** Address of the picture that the subject was cut out of. */
  readonly sourceUrl: string
  readonly picture: UploadedPicture
  /** Size of the untrimmed result, and the offset of the trimmed picture within it, px. */
  readonly untrimmed: Size & { readonly left: number; readonly top: number }
}

/**
 * Returns where a layer goes when it shows only the trimmed part of its result, so that the visible pixels do not move. Rotation
 * and mirroring stay. Where the result has the old picture's proportions its stretching stays too; otherwise the centre and the
 * width of the whole result stay.
 */
function boxOfTrimmedPart(layer: Layer, picture: Size, untrimmed: CutoutResult['untrimmed']): Box {
  const sameShape = Math.abs((untrimmed.width * layer.originalHeight) / (untrimmed.height * layer.originalWidth) - 1) < 0.01
  const height = sameShape ? layer.height : (layer.width * untrimmed.height) / untrimmed.width
  const [across, down] = [layer.width / untrimmed.width, height / untrimmed.height]
  const x = (untrimmed.left + picture.width / 2 - untrimmed.width / 2) * across * (layer.horizontalFlip ? -1 : 1)
  const y = (untrimmed.top + picture.height / 2 - untrimmed.height / 2) * down * (layer.verticalFlip ? -1 : 1)
  const centre = placementCentre(layer)
  const middle = rotateAbout({ x: centre.x + x, y: centre.y + y }, centre, layer.rotation)
  return boxAround(middle, { width: picture.width * across, height: picture.height * down })
}

/** Shows the cutout in the layer. The outline is removed with the picture that it went round. */
export const applyCutout: Command<CutoutResult> = {
  id: 'applyCutout',
  label: 'AI 抠图',
  run(doc, { uuid, sourceUrl, picture, untrimmed }) {
    const layer = byUuid(doc, uuid)
    if (!layer) return refuse(cutoutText.gone)
    const refusal = cutoutRefusal(layer)
    if (refusal !== null) return refuse(refusal)
    if (layer.imageUrl !== sourceUrl) return refuse(cutoutText.changed)
    const box = boxOfTrimmedPart(layer, picture, untrimmed)
    const next = withFields<Layer>(layer, {
      imageUrl: picture.url,
      imageFileId: picture.fileId,
      originalWidth: picture.width,
      originalHeight: picture.height,
      left: box.x,
      top: box.y,
      width: box.width,
      height: box.height,
      stroke: null,
      strokeSvgData: null,
    })
    return done(mapLayers(doc, [uuid], () => next))
  },
}
