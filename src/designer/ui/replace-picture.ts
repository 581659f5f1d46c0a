/** Replaces a layer's picture: by its button, its menu or a file dropped on it. */
import type { LocalFile } from '../../../adapters/platform'
import { pictureAccept } from '../../base/picture-files'
import type { Point } from '../../design/geometry/shapes'
import { byUuid } from '../../design/model/queries'
import type { ImageLayer, Layer } from '../../design/model/types'
import { isPsdName } from '../../template-tools/psd/names'
import { confirm } from '../../ui/confirm'
import type { Renderer } from '../render/renderer'
import type { Designer } from './context'

/** Whether the layer's picture can be replaced: not for texts and cutouts. */
export function isReplaceable(layer: Layer | undefined): layer is ImageLayer {
  return layer?.type === 'IMAGE' && !layer.locked
}

/** Opens a file dialog and replaces the layer's picture. Returns false for a layer whose picture cannot be replaced. */
export function replacePicture({ session, uploads }: Designer, uuid: string): boolean {
  if (!isReplaceable(byUuid(session.getState().doc, uuid))) return false
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = pictureAccept
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    if (file) uploads.add([{ name: file.name, blob: file }], { replaces: uuid })
  })
  input.click()
  return true
}

/** Converts a point of the screen to a point of the design; null beside the canvas. */
export function documentPoint(canvas: Renderer | null, client: Point): Point | null {
  const canvasElement = document.elementFromPoint(client.x, client.y)?.closest('[data-designer-canvas]')
  if (!canvasElement || !canvas) return null
  const { left, top } = canvasElement.getBoundingClientRect()
  const origin = canvas.hostPoint({ x: 0, y: 0 })
  const zoom = canvas.zoom()
  return { x: (client.x - left - origin.x) / zoom, y: (client.y - top - origin.y) / zoom }
}

/** Asks whether a picture replaces the layer's or becomes a layer of its own. */
function asksToReplace({ name }: ImageLayer): Promise<boolean> {
  return confirm({
    title: `替换「${name}」的图片？`,
    content: '替换后位置、裁剪、描边和图层顺序不变',
    okText: '替换图片',
    cancelText: '添加为新图层',
  })
}

/** Adds pasted pictures; a single one may replace the picture of the one selected layer. */
export async function pastePictures({ session, uploads }: Designer, pictures: readonly LocalFile[]): Promise<void> {
  const { doc, selection } = session.getState()
  const [uuid, more] = selection
  const chosen = uuid === undefined || more !== undefined || pictures.length > 1 ? undefined : byUuid(doc, uuid)
  const replaces = isReplaceable(chosen) && (await asksToReplace(chosen))
  uploads.add(pictures, replaces ? { replaces: chosen.uuid } : {})
}

/**
 * Handles files dropped on the designer: adds them at the pointer, and asks whether a single picture replaces the one under it.
 */
export async function dropFiles(designer: Designer, files: readonly LocalFile[], client: Point): Promise<void> {
  const { session, uploads, renderer } = designer
  const canvas = renderer.get()
  const at = documentPoint(canvas, client)
  const uuid = at && canvas ? canvas.layerAt(client) : null
  const layerBelow = uuid === null ? undefined : byUuid(session.getState().doc, uuid)
  const [file, more] = files
  if (file && !more && !isPsdName(file.name) && isReplaceable(layerBelow)) {
    if (await asksToReplace(layerBelow)) return uploads.add(files, { replaces: layerBelow.uuid })
  }
  uploads.add(files, at ? { centre: at } : {})
}
