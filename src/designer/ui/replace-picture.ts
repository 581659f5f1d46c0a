/** Replaces a layer's picture: by its button, its menu or a file dropped on it. */
import type { LocalFile } from '../../../adapters/platform'
import type { Point } from '../../../design/geometry/shapes'
import { byUuid } from '../../../design/model/queries'
import type { ImageLayer, Layer } from '../../../design/model/types'
import { pictureAccept } from '../../base/picture-files'
import { separatePsds } from '../../template-tools/psd/psd-files'
import { confirm } from '../../ui/confirm'
import type { Renderer } from '../render/renderer'
import type { Designer } from './context'
import { readAddresses, type Transferred } from './transfer'

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

/** Returns the pictures of web pages by their addresses; says which cannot be read. */
export async function fetchedPictures({ session }: Designer, addresses: readonly string[]): Promise<readonly LocalFile[]> {
  const pictures = await readAddresses(addresses)
  const found = pictures.filter((picture) => picture !== null)
  const missing = pictures.length - found.length
  if (missing > 0) {
    const which = missing === 1 && found.length === 0 ? '这张图片' : `有 ${missing} 张图片`
    session.notify('warning', `${which}取不到：它所在的网页或程序不让别的网页读取。请先另存到电脑，再拖进来或上传`)
  }
  return found
}

/**
 * Handles what is dropped on the designer: adds pictures at the pointer, and asks whether a single one replaces the one under it.
 */
export async function dropPictures(designer: Designer, { files: dropped, addresses }: Transferred, client: Point): Promise<void> {
  const { session, uploads, renderer } = designer
  if (dropped.length === 0 && addresses.length === 0) {
    session.notify('warning', '拖来的内容里没有图片，请拖图片或图片文件')
    return
  }
  const files = dropped.length > 0 ? dropped : await fetchedPictures(designer, addresses)
  if (files.length === 0) return
  const canvas = renderer.get()
  const at = documentPoint(canvas, client)
  const uuid = at && canvas ? canvas.layerAt(client) : null
  const layerBelow = uuid === null ? undefined : byUuid(session.getState().doc, uuid)
  const [file, more] = files
  const isOnePicture = file && !more && (await separatePsds(files)).psds.length === 0
  if (isOnePicture && isReplaceable(layerBelow)) {
    if (await asksToReplace(layerBelow)) return uploads.add(files, { replaces: layerBelow.uuid })
  }
  uploads.add(files, at ? { centre: at } : {})
}
