/** Copies a layer's style (outline and text settings, without picture and position) to other layers. */
import type { LayerAppearance } from '../../contract/rules/appearance'
import type { LayerStroke } from '../../contract/types'
import { changedAppearance } from '../model/appearance'
import { equalValues } from '../model/equal'
import { layersOf, mapLayers, withFields } from '../model/queries'
import { type TextStyle, textStyleOf } from '../model/text'
import type { Layer } from '../model/types'
import { refusalText } from '../rules/refusal'
import { type Command, done, refuse } from './command'
import { withAppearance } from './layer-appearance'

export interface LayerStyle {
  readonly stroke: LayerStroke | null
  /** Without what belongs to the layer's own picture and place: crop, mask, pattern, clipping and whether white ink lies below it. */
  readonly appearance: LayerAppearance | null
  /** Text settings; null for a picture. The characters and the direction are not part of the style. */
  readonly text: Omit<TextStyle, 'text' | 'verticalText'> | null
}

/** Fields of an appearance that belong to one picture. */
const ownFields = { crop: undefined, mask: undefined, pattern: undefined, clipped: false, adjustsBelow: false, bare: false }

/** Returns a layer's appearance with that of a copied style, except for what belongs to its own picture. */
export function appearanceWith(style: LayerStyle, { appearance }: Layer): LayerAppearance | null {
  const { crop, mask, pattern, clipped, adjustsBelow, bare } = appearance ?? {}
  return changedAppearance(style.appearance, { crop, mask, pattern, clipped, adjustsBelow, bare })
}

export function styleOf(layer: Layer): LayerStyle {
  const { stroke } = layer
  const appearance = changedAppearance(layer.appearance, ownFields)
  if (layer.type !== 'TEXT') return { stroke, appearance, text: null }
  const { text: _text, verticalText: _direction, ...text } = textStyleOf(layer)
  return { stroke, appearance, text }
}

/**
 * A style made for a layer: its outline and its appearance. The layer's picture and size at that time are included, so that a later
 * change is noticed.
 */
export interface DrawnStyle extends Pick<Layer, 'stroke' | 'strokeSvgData' | 'appearance'> {
  readonly source: Pick<Layer, 'uuid' | 'imageUrl' | 'width' | 'height'>
}

/**
 * Gives layers outlines and appearances as one step. Skips layers whose picture or size has changed since, and layers that cannot have an
 * outline.
 */
export const pasteStyles: Command<{ readonly styles: readonly DrawnStyle[] }> = {
  id: 'pasteStyles',
  label: '粘贴样式',
  run(doc, { styles }) {
    const styleByUuid = new Map(styles.map((style) => [style.source.uuid, style]))
    const chosen = layersOf(doc, [...styleByUuid.keys()])
    if (chosen.length > 0 && chosen.every((layer) => layer.locked)) return refuse(refusalText.locked)
    return done(
      mapLayers(doc, [...styleByUuid.keys()], (layer) => {
        const style = styleByUuid.get(layer.uuid)
        if (!style || layer.locked || layer.isBackground || !showsSource(layer, style.source)) return layer
        const { strokeSvgData, appearance } = style
        const stroke = equalValues(layer.stroke, style.stroke) ? layer.stroke : style.stroke
        return withAppearance(withFields<Layer>(layer, { stroke, strokeSvgData }), appearance)
      }),
    )
  },
}

function showsSource(layer: Layer, { imageUrl, width, height }: DrawnStyle['source']): boolean {
  return layer.imageUrl === imageUrl && layer.width === width && layer.height === height
}
