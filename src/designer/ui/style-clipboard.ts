import { appearanceWith, type DrawnStyle, type LayerStyle, pasteStyles, styleOf } from '../../../design/commands/clipboard-style'
import { byUuid, layersOf, movable } from '../../../design/model/queries'
import type { Layer } from '../../../design/model/types'
import { refusalText } from '../../../design/rules/refusal'
import { strokeFailed } from '../stroke/strokes'
import type { Designer } from './context'

/** Shared by the page: a style copied in one template can be pasted in the next. */
let copiedStyle: LayerStyle | null = null

/** Returns false unless exactly one layer is selected: several have no common style. */
export function copyStyle({ session }: Designer): boolean {
  const { doc, selection } = session.getState()
  const [layer, more] = layersOf(doc, selection)
  if (!layer || more) return false
  copiedStyle = styleOf(layer)
  session.notify('success', '样式已复制')
  return true
}

export const hasStyle = () => copiedStyle !== null

/**
 * Applies the copied style to the selection: texts are drawn with it, outlines made for each picture. False without a selection.
 */
export function pasteStyle(designer: Designer): boolean {
  const { session } = designer
  const { doc, selection } = session.getState()
  const chosen = layersOf(doc, selection)
  if (chosen.length === 0) return false
  const movableLayers = chosen.filter(movable)
  if (copiedStyle === null) session.notify('warning', '请先选择一个图层，复制它的样式')
  else if (movableLayers.length === 0)
    session.notify('warning', chosen[0]?.isBackground ? '背景图层不能描边，请先取消背景' : refusalText.locked)
  else void applyStyle(designer, copiedStyle, movableLayers)
  return true
}

async function applyStyle(designer: Designer, style: LayerStyle, layers: readonly Layer[]): Promise<void> {
  const { session, texts } = designer
  const refusals = new Set<string>()
  for (const layer of layers) {
    if (!style.text || layer.type !== 'TEXT') continue
    const refusal = await texts.change(layer.uuid, style.text)
    if (refusal !== null) refusals.add(refusal)
  }
  const styles: DrawnStyle[] = []
  for (const { uuid } of layers) {
    const layer = byUuid(session.getState().doc, uuid)
    if (!layer) continue
    try {
      styles.push(await drawnStyle(designer, layer, style))
    } catch (cause) {
      refusals.add(cause instanceof Error ? `${strokeFailed}：${cause.message}` : strokeFailed)
    }
  }
  if (styles.length > 0) session.run(pasteStyles, { styles })
  for (const refusal of refusals) session.notify('warning', refusal)
}

async function drawnStyle({ strokes }: Designer, layer: Layer, style: LayerStyle): Promise<DrawnStyle> {
  const { uuid, imageUrl, width, height } = layer
  const outline =
    style.stroke === null ? { stroke: null, strokeSvgData: null } : await strokes.remake({ ...layer, stroke: style.stroke })
  return { source: { uuid, imageUrl, width, height }, ...outline, appearance: appearanceWith(style, layer) }
}
