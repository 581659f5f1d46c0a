/** Commands that add and change text layers. The caller draws the text's outlines and passes the finished picture. */

import { clamp } from '../../contract/ground/number'
import type { Effect } from '../../contract/rules/appearance'
import { scaledStroke } from '../../contract/rules/layer-stroke'

import { boxAround, placementCentre } from '../geometry/box'
import { changedAppearance } from '../model/appearance'
import { newLayerFields } from '../model/create'
import { byUuid, mapLayers, withFields } from '../model/queries'
import { fontSizeOf, fontSizeRange, type TextStyle, textLayerName } from '../model/text'
import type { DesignDoc, Size, TextLayer } from '../model/types'
import { refusalText } from '../rules/refusal'
import { newTextBox, redrawnPlacement } from '../rules/text'
import { type Command, done, refuse } from './command'
import { addLayers } from './layers'

/** The drawn picture of a text, not uploaded yet. */
export interface DrawnText extends Size {
  /** A data: address. */
  readonly url: string
  /** Size of one em in it, px. */
  readonly em: number
}

export type TextStroke = Pick<TextLayer, 'stroke' | 'strokeSvgData'>

/** Adds a text in the middle of the canvas, on top and selected. */
export const addText: Command<{ readonly uuid: string; readonly style: TextStyle; readonly drawn: DrawnText }> = {
  id: 'addText',
  label: '添加文字',
  run: (doc, { uuid, style, drawn }) => addLayers.run(doc, { layers: [textLayer(doc, uuid, style, drawn)] }),
}

/** Changes a text's characters, font, colour or settings. The redrawn text keeps its centre and its scale. */
export const setText: Command<{
  readonly uuid: string
  readonly style: TextStyle
  readonly drawn: DrawnText
  /** The layer's stroke drawn for the new picture; absent where it has none. */
  readonly stroke?: TextStroke
  /** Effects that change together with the text; absent leaves those that it has. */
  readonly effects?: readonly Effect[]
}> = {
  id: 'setText',
  label: '修改文字',
  run(doc, { uuid, style, drawn, stroke = { stroke: null, strokeSvgData: null }, effects }) {
    const layer = byUuid(doc, uuid)
    if (layer?.type !== 'TEXT') return refuse('')
    if (layer.locked) return refuse(refusalText.locked)
    const before = { width: layer.originalWidth, height: layer.originalHeight }
    const next = withFields(layer, {
      ...(effects && { appearance: changedAppearance(layer.appearance, { effects }) }),
      ...style,
      ...redrawnPlacement(layer, before, drawn),
      ...stroke,
      imageUrl: drawn.url,
      imageFileId: null,
      originalWidth: drawn.width,
      originalHeight: drawn.height,
      name: layer.name === textLayerName(layer.text) ? textLayerName(style.text) : layer.name,
    })
    return done(
      mapLayers(doc, [uuid], () => next),
      { label: effects ? '文字样式' : textStepLabel(layer, style) },
    )
  },
}

/** Scales a text about its centre until one em has this size, canvas px. `em` is the size of one em in its picture, px. */
export const setFontSize: Command<{ readonly uuid: string; readonly size: number; readonly em: number }> = {
  id: 'setFontSize',
  label: '修改字号',
  run(doc, { uuid, size, em }) {
    const layer = byUuid(doc, uuid)
    if (layer?.type !== 'TEXT') return refuse('')
    if (layer.locked) return refuse(refusalText.locked)
    const factor = clamp(size, fontSizeRange.min, fontSizeRange.max) / fontSizeOf(layer, em)
    const scaled = { width: layer.width * factor, height: layer.height * factor }
    const box = boxAround(placementCentre(layer), scaled)
    const placement = { ...scaled, left: box.x, top: box.y }
    return done(mapLayers(doc, [uuid], () => withFields(layer, { ...placement, stroke: scaledStroke(layer, placement) })))
  },
}

const labels: readonly (readonly [keyof TextStyle, string])[] = [
  ['text', '修改文字'],
  ['fontId', '更换字体'],
  ['fontColor', '修改文字颜色'],
  ['verticalText', '修改文字方向'],
  ['textAlign', '修改文字对齐'],
  ['letterSpacing', '修改字间距'],
  ['lineHeight', '修改行间距'],
  ['fontWeight', '修改字重'],
  ['textFlow', '修改文字走向'],
]

/** Returns the label of a text change in the history list. */
export function textStepLabel(before: TextStyle, change: Partial<TextStyle>): string {
  const changed = labels.find(([key]) => change[key] !== undefined && change[key] !== before[key])
  return changed?.[1] ?? setText.label
}

function textLayer(canvas: DesignDoc, uuid: string, style: TextStyle, drawn: DrawnText): TextLayer {
  const box = newTextBox(drawn, drawn.em, canvas)
  return {
    ...newLayerFields,
    uuid,
    type: 'TEXT',
    name: textLayerName(style.text),
    imageUrl: drawn.url,
    imageFileId: null,
    originalWidth: drawn.width,
    originalHeight: drawn.height,
    left: box.x,
    top: box.y,
    width: box.width,
    height: box.height,
    isUserUploadImage: false,
    ...style,
  }
}
