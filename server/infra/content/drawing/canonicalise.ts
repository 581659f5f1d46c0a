/** Brings a drawing (SVG) to the canonical form (canonical.ts): the same picture in every engine, or words why that is not possible. */
import sharp from 'sharp'
import { maxPicturePixels } from '../../../../contract/constants'
import { maxCanonicalBytes, tooManyPixels } from '../limits'
import { canonicalLimits, pictureDrawing, uncanonical } from './canonical'
import { notes } from './clean'
import { plainDocument } from './plain-document'
import { readSvg, refuse } from './read-xml'
import { openDrawing, renderDrawing } from './render'
import { simplify } from './simplify'
import { type Element, writeXml } from './tree'

export interface CanonicalDrawing {
  readonly bytes: Buffer
  /** Size in px, not rounded. */
  readonly width: number
  readonly height: number
  /** Notes for the seller, in Chinese. */
  readonly notes: readonly string[]
}

/** Longer side, px, of what is drawn to pixels: a case of 165 mm has 1949 at 300 dpi. */
const pixelSide = 2000

/** @throws Failure 'unsupported-file' in words for the seller. */
export async function canonicalise(bytes: Buffer): Promise<CanonicalDrawing> {
  const known = readCanonical(bytes)
  if (known) return known
  const told = new Set<string>()
  const { root, size } = await plainDocument(bytes, (text) => told.add(text))
  const { width, height } = size
  if (Math.ceil(width) * Math.ceil(height) > maxPicturePixels) throw tooManyPixels()
  const plain = writeXml(root)
  const drawn = readSvg(Buffer.from(openDrawing(plain).toString()), canonicalLimits)
  let form: Element = drawn
  if (!simplify(drawn)) {
    told.add(notes.pixels)
    form = pictureDrawing(await drawPixels(plain, size), width, height)
  }
  const problem = uncanonical(form)
  if (problem !== null) throw new Error(`the canonical form of a drawing holds ${problem}`)
  return { bytes: writeChecked(form), width, height, notes: [...told] }
}

/** Returns a drawing that is in the canonical form already, as this product and its pages write it; null for another. */
export function readCanonical(bytes: Buffer): CanonicalDrawing | null {
  if (!bytes.subarray(0, 4).equals(Buffer.from('<svg'))) return null
  const root = readSvg(bytes, canonicalLimits)
  if (uncanonical(root) !== null) return null
  const size = (name: string): number => Number(root.attributes.get(name))
  return { bytes, width: size('width'), height: size('height'), notes: [] }
}

async function drawPixels(svg: string, size: { readonly width: number; readonly height: number }): Promise<Buffer> {
  const { data, width, height } = renderDrawing(svg, (size.width * pixelSide) / Math.max(size.width, size.height))
  return sharp(data, { raw: { width, height, channels: 4 } })
    .png({ compressionLevel: 3 })
    .toBuffer()
}

function writeChecked(form: Element): Buffer {
  const bytes = Buffer.from(writeXml(form))
  if (bytes.length > maxCanonicalBytes) throw refuse('SVG 过于复杂，请简化后上传')
  return bytes
}
