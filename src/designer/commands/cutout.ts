/** Commands round cut-outs: a placeholder as a layer, and a picture whose subject was cut out. */
import type { AiCutoutType } from '../../../contract/constants'
import { boxAround, placementCentre } from '../geometry/box'
import { imageLayer, type UploadedPicture } from '../model/create'
import { byUuid, mapLayers, withFields } from '../model/queries'
import type { CutoutLayer, Layer, Size } from '../model/types'
import { refusalText } from '../rules/refusal'
import { type Command, done, refuse } from './command'

/** What each kind of cut-out is called. */
export const cutoutTypeText: Readonly<Record<AiCutoutType, string>> = { head: '头像', body: '全身', common: '通用' }

/** A placeholder picture as the place of a buyer's cut-out: as wide as the canvas, centred, like any other picture. */
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

/** Why a layer's subject cannot be cut out; null when it can. */
export function cutoutRefusal(layer: Layer): string | null {
  if (layer.type === 'TEXT') return cutoutText.text
  if (layer.isBackground) return cutoutText.background
  return layer.locked ? refusalText.locked : null
}

/**
 * The layer shows what was cut out of `of` (the address of the picture it showed): centre and width stay, the height follows the
 * picture. The outline went round the old picture and goes with it.
 */
export const applyCutout: Command<{ readonly uuid: string; readonly of: string; readonly picture: UploadedPicture }> = {
  id: 'applyCutout',
  label: 'AI 抠图',
  run(doc, { uuid, of, picture }) {
    const layer = byUuid(doc, uuid)
    if (!layer) return refuse(cutoutText.gone)
    const refusal = cutoutRefusal(layer)
    if (refusal !== null) return refuse(refusal)
    if (layer.imageUrl !== of) return refuse(cutoutText.changed)
    const height = (layer.width * picture.height) / picture.width
    const box = boxAround(placementCentre(layer), { width: layer.width, height })
    const next = withFields<Layer>(layer, {
      imageUrl: picture.url,
      imageFileId: picture.fileId,
      originalWidth: picture.width,
      originalHeight: picture.height,
      left: box.x,
      top: box.y,
      height,
      stroke: null,
      strokeSvgData: null,
    })
    return done(mapLayers(doc, [uuid], () => next))
  },
}
