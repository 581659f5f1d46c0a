/** Copies a layer's style (outline and text settings, without picture and position) to other layers. */
import type { LayerStroke } from '../../../contract/types'
import { equalValues } from '../model/equal'
import { layersOf, mapLayers, withFields } from '../model/queries'
import { type TextStyle, textStyleOf } from '../model/text'
import type { Layer } from '../model/types'
import { refusalText } from '../rules/refusal'
import { type Command, done, refuse } from './command'

export interface LayerStyle {
  readonly stroke: LayerStroke | null
  /** Text settings; null for a picture. The characters and the direction are not part of the style. */
  readonly text: Omit<TextStyle, 'text' | 'verticalText'> | null
}

export function styleOf(layer: Layer): LayerStyle {
  if (layer.type !== 'TEXT') return { stroke: layer.stroke, text: null }
  const { text: _text, verticalText: _direction, ...text } = textStyleOf(layer)
  return { stroke: layer.stroke, text }
}

/** An outline made for a layer. The layer's picture and size at that time are included, so that a later change is noticed. */
export interface DrawnOutline extends Pick<Layer, 'stroke' | 'strokeSvgData'> {
  readonly source: Pick<Layer, 'uuid' | 'imageUrl' | 'width' | 'height'>
}

/**
 * Gives layers outlines as one step. Skips layers whose picture or size has changed since, and layers that cannot have an
 * outline.
 */
export const pasteStrokes: Command<{ readonly outlines: readonly DrawnOutline[] }> = {
  id: 'pasteStrokes',
  label: '粘贴样式',
  run(doc, { outlines }) {
    const outlineByUuid = new Map(outlines.map((outline) => [outline.source.uuid, outline]))
    const chosen = layersOf(doc, [...outlineByUuid.keys()])
    if (chosen.length > 0 && chosen.every((layer) => layer.locked)) return refuse(refusalText.locked)
    return done(
      mapLayers(doc, [...outlineByUuid.keys()], (layer) => {
        const outline = outlineByUuid.get(layer.uuid)
        if (!outline || layer.locked || layer.isBackground || !showsSource(layer, outline.source)) return layer
        const { strokeSvgData } = outline
        const stroke = equalValues(layer.stroke, outline.stroke) ? layer.stroke : outline.stroke
        return withFields<Layer>(layer, { stroke, strokeSvgData })
      }),
    )
  },
}

function showsSource(layer: Layer, { imageUrl, width, height }: DrawnOutline['source']): boolean {
  return layer.imageUrl === imageUrl && layer.width === width && layer.height === height
}
