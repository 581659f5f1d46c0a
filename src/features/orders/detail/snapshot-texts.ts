/** Texts about a design's snapshot (its template and its layers), for the order drawer. Pure. */
import type { OrderDetail } from '../../../../contract/types'

export type Snapshot = OrderDetail['snapshots'][number]['snapshot']

/** 夏日海浪（第 3 版） */
export function templateText(snapshot: Snapshot | undefined): string {
  if (snapshot === undefined || (snapshot.templateId === null && snapshot.templateName === null)) return '没有随订单提供'
  const name = snapshot.templateName ?? `模板 ${snapshot.templateId}`
  return snapshot.templateRevision === null ? name : `${name}（第 ${snapshot.templateRevision} 版）`
}

const maxTextLength = 30
const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** One layer in words: 文字「生日快乐」 */
export function layerText(layer: Readonly<Record<string, unknown>>): string {
  if (layer.type === 'TEXT') {
    const text = textOf(layer.text).replace(/\s+/g, ' ')
    const font = textOf(layer.fontName)
    const short = text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text
    return `文字「${short}」${font === '' ? '' : `，${font}`}`
  }
  if (layer.isBackground === true) return '背景图'
  return layer.type === 'AI_CUTOUT' ? '抠图图片' : layer.isUserUploadImage === true ? '上传的图片' : '图片'
}

/** The layers from the top down, as the designer lists them. */
export const layerTexts = ({ layers }: Snapshot): readonly string[] => [...(layers ?? [])].reverse().map(layerText)
