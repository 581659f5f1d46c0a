/** How layers are called to the buyer. */
import { textLayerName } from '../design/model/text'
import type { Layer } from '../design/model/types'

export const titleOf = (layer: Layer, index: number): string => {
  // The seller's name of a text says what to enter, such as 姓名; a name that only repeats the text does not.
  if (layer.type === 'TEXT') return layer.name === '' || layer.name === textLayerName(layer.text) ? '文字' : layer.name
  return layer.type === 'AI_CUTOUT' ? '人像照片' : layer.name || `照片 ${index + 1}`
}
