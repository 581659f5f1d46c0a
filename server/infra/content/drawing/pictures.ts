/** Pictures inside of a drawing, whatever their address says they are, as upright PNG or JPEG in sRGB; drawings inside as drawings. */
import { fileTypeFromBuffer } from 'file-type'
import type { Sharp } from 'sharp'
import { maxPicturePixels } from '../../../../contract/constants'
import { svgLength } from '../../../../contract/rules/lengths'
import { Failure } from '../../../kernel/failure'
import type { Content } from '../../../ports/examiner'
import { tooManyPixels } from '../limits'
import { cleanPicture } from '../picture'
import { openSrgb } from '../srgb'
import { looksLikeSvg } from './looks-like-svg'
import { refuse } from './read-xml'
import { type Element, newElement, replaceWith, walk } from './tree'

/** Side, px, to which a picture is enlarged whose pixels are to stay squares. */
const squareSide = 1200

/** @param readDrawing returns the plain tree of a drawing inside this one. */
export async function plainPictures(root: Element, readDrawing: (bytes: Buffer) => Promise<Element>): Promise<void> {
  const found: Element[] = []
  walk(root, (element) => {
    if ((element.name === 'image' || element.name === 'feImage') && !element.attributes.get('href')?.startsWith('#'))
      found.push(element)
  })
  let pixels = 0
  /** By address: a picture that is used often is read once. */
  const read = new Map<string, Content>()
  for (const element of found) {
    const address = element.attributes.get('href') ?? ''
    const bytes = dataOf(address)
    if (bytes === null) {
      replaceWith(element)
      continue
    }
    if (looksLikeSvg(bytes)) {
      if (element.name === 'feImage') throw unreadable()
      replaceWith(element, placed(element, await readDrawing(bytes)))
      continue
    }
    const inSquares = /pixelated|crisp|optimizespeed/.test(renderingOf(element))
    const picture = read.get(`${inSquares}${address}`) ?? (await plainPicture(bytes, inSquares))
    read.set(`${inSquares}${address}`, picture)
    pixels += (picture.width ?? 0) * (picture.height ?? 0)
    if (pixels > maxPicturePixels) throw tooManyPixels()
    writeSize(element, picture)
    element.attributes.set('href', `data:${picture.contentType};base64,${picture.bytes.toString('base64')}`)
  }
}

/** Writes the size of a picture that names none, or one side of it: its own, in proportion. */
function writeSize({ attributes, name }: Element, { width, height }: Content): void {
  if (name !== 'image' || width === null || height === null) return
  const read = (side: string): number | null | undefined => {
    const text = attributes.get(side)
    return text === undefined || text === 'auto' ? null : (svgLength(text) ?? undefined)
  }
  const [across, down] = [read('width'), read('height')]
  if (across === null) attributes.set('width', `${down === null || down === undefined ? width : (width * down) / height}`)
  if (down === null) attributes.set('height', `${across === null || across === undefined ? height : (height * across) / width}`)
}

const renderingOf = ({ attributes, parent }: Element): string =>
  attributes.get('image-rendering') ?? (parent === null ? '' : renderingOf(parent))

const unreadable = (): Failure => refuse('SVG 里嵌入的图片无法读取，请在设计软件里换成 PNG 或 JPG 后重新导出')

/** Returns the bytes of a data address; null when it holds none. */
function dataOf(address: string): Buffer | null {
  const comma = address.indexOf(',')
  if (!/^\s*data:/i.test(address) || comma < 0) return null
  const isBase64 = /;\s*base64\s*$/i.test(address.slice(0, comma))
  const data = percentDecoded(address.slice(comma + 1))
  const bytes = isBase64 ? Buffer.from(data.toString('latin1').replace(/\s+/g, ''), 'base64') : data
  return bytes.length === 0 ? null : bytes
}

function percentDecoded(text: string): Buffer {
  if (!text.includes('%')) return Buffer.from(text)
  const parts = text.split('%')
  const decoded = parts.slice(1).map((part) => {
    const code = /^[0-9a-f]{2}/i.exec(part)?.[0]
    return code ? [Buffer.from(code, 'hex'), Buffer.from(part.slice(2))] : [Buffer.from(`%${part}`)]
  })
  return Buffer.concat([Buffer.from(parts[0] ?? ''), ...decoded.flat()])
}

async function plainPicture(bytes: Buffer, inSquares: boolean): Promise<Content> {
  try {
    const read = await decodable(bytes)
    const shown = read.contentType === 'image/png' || read.contentType === 'image/jpeg'
    if (shown && !inSquares) return read
    const [width, height] = [read.width ?? 1, read.height ?? 1]
    const scale = inSquares ? Math.max(1, Math.ceil(squareSide / Math.max(width, height))) : 1
    return await pngOf((await openSrgb(read.bytes)).resize(width * scale, height * scale, { kernel: 'nearest' }))
  } catch (error) {
    throw error instanceof Failure && error.message === tooManyPixels().message ? error : unreadable()
  }
}

/** A picture in a form that is judged like every upload; and AVIF, which browsers show inside of drawings. */
async function decodable(bytes: Buffer): Promise<Content> {
  const picture = await cleanPicture(bytes)
  if (picture !== null) return picture
  const type = await fileTypeFromBuffer(bytes)
  if (type?.mime !== 'image/avif') throw unreadable()
  return pngOf(await openSrgb(bytes))
}

async function pngOf(image: Sharp): Promise<Content> {
  const { data, info } = await image.png({ compressionLevel: 6 }).toBuffer({ resolveWithObject: true })
  return { bytes: data, contentType: 'image/png', extension: 'png', width: info.width, height: info.height }
}

/** A drawing in the box of the picture that showed it. */
function placed(image: Element, drawing: Element): Element {
  const around = newElement('g')
  for (const [name, value] of image.attributes) {
    if (['href', 'x', 'y', 'width', 'height', 'preserveAspectRatio', 'image-rendering'].includes(name)) continue
    around.attributes.set(name, value)
  }
  for (const name of ['x', 'y', 'preserveAspectRatio']) {
    const value = image.attributes.get(name)
    if (value !== undefined) drawing.attributes.set(name, value)
  }
  for (const name of ['width', 'height']) {
    const value = image.attributes.get(name)
    if (value !== undefined && value !== 'auto') drawing.attributes.set(name, value)
  }
  around.children = [drawing]
  drawing.parent = around
  return around
}
