/** Draws a design with the press of the designer, in a picture process. */

import { bareChunkType } from '../../../contract/ground/bare-chunk'
import type { TemplateLayer } from '../../../contract/types'
import type { DesignDoc, Layer } from '../../../design/model/types'
import { hasBare } from '../../../design/print/bare-area'
import { MissingPictureError } from '../../../design/print/export-error'
import { pressedLayers } from '../../../design/print/press'
import { createPrintCanvas } from '../../../design/print/print-canvas'
import { type PrintFormat, printSize } from '../../../design/print/print-size'
import { coveringView } from '../../../design/print/sheet'
import { type BareArea, packBareArea } from '../../../imaging/png/bare-area'
import { encodePng } from '../../../imaging/png/png'
import { Failure } from '../../kernel/failure'
import type { ShownOn } from '../../ports/renderer'
import { chunkOf, resolutionChunk, srgbChunk, withChunks } from '../content/png-chunks'
import { bareDoc } from './bare-doc'
import { serverSurface } from './canvas'
import { decodePicture, type LayerFile } from './decode'
import { drawMockup } from './mockup'

/** A design with its pictures, as it is sent to a picture process. */
export interface DrawableDesign {
  readonly canvas: { readonly width: number; readonly height: number }
  readonly layers: readonly TemplateLayer[]
  readonly print: PrintFormat
  /** The file of each layer by its uuid; layers with the same picture share the bytes. */
  readonly pictures: ReadonlyMap<string, Uint8Array>
}

export interface DrawnPrint {
  /** RGBA, sRGB, straight alpha. */
  readonly data: Uint8ClampedArray<ArrayBuffer>
  readonly width: number
  readonly height: number
  /** Where no white ink lies under the print; null where it lies under all of it. */
  readonly bare: BareArea | null
}

export interface DrawOptions {
  readonly print: PrintFormat
  /** CSS colour under all layers; null leaves uncovered pixels transparent. */
  readonly background: string | null
  /** Returns the file of a layer's picture; undefined when it is missing. */
  fileOf(layer: Layer): Uint8Array | undefined
}

/**
 * Returns the print as PNG, marked as sRGB, with its resolution and the area under which no white ink lies. Rejects with a Failure that names all layers whose picture
 * cannot be drawn.
 */
export const drawDesign = async (design: DrawableDesign): Promise<Buffer> => encode(await drawLayers(design), design)

/** Returns the print as `drawDesign` does, then the same on its case, if it has one, as WebP. */
export async function drawShown(design: DrawableDesign, on: ShownOn | null): Promise<readonly Buffer[]> {
  const drawn = await drawLayers(design)
  const effect = on === null ? [] : [await drawMockup({ ...on, print: drawn })]
  return [await encode(drawn, design), ...effect]
}

const drawLayers = ({ canvas, layers, print, pictures }: DrawableDesign): Promise<DrawnPrint> =>
  drawDoc(bareDoc({ canvas, layers }), { print, background: null, fileOf: ({ uuid }) => pictures.get(uuid) })

async function encode({ data, width, height, bare }: DrawnPrint, { print }: DrawableDesign): Promise<Buffer> {
  const png = Buffer.from(await encodePng({ width, height, data }).arrayBuffer())
  const bareChunks = bare === null ? [] : [chunkOf(bareChunkType, packBareArea(bare))]
  return withChunks(png, [srgbChunk, resolutionChunk(print.dpi), ...bareChunks])
}

/** Draws the visible layers of a document. Rejects like `drawDesign`. */
export async function drawDoc(doc: DesignDoc, { print, background, fileOf }: DrawOptions): Promise<DrawnPrint> {
  const size = sizeOf(print)
  const view = coveringView(doc, size)
  const pressed = pressedLayers(doc)
  const init = { ...size, view, background, hasBare: hasBare(pressed) }
  const drawing = createPrintCanvas<LayerFile>(init, serverSurface, decodePicture)
  const failed: { readonly name: string; readonly cause: unknown }[] = []
  try {
    for (const { layer, role } of pressed) {
      const bytes = fileOf(layer)
      // The other layers are tried, too, so that the failure names every layer that needs another picture.
      if (bytes === undefined) failed.push({ name: layer.name, cause: undefined })
      else
        await drawing
          .drawLayer(layer, role, { file: { bytes, layer, view, sheet: size } })
          .catch((cause: unknown) => failed.push({ name: layer.name, cause }))
    }
    if (failed.length > 0) throw undrawable(failed)
  } catch (error) {
    drawing.discard()
    throw error
  }
  const bare = drawing.bareArea()
  return { ...size, data: drawing.finish().data, bare }
}

function undrawable(failed: readonly { readonly name: string; readonly cause: unknown }[]): Failure {
  const [{ name, cause } = { name: '', cause: undefined }] = failed
  const text =
    failed.length === 1 && cause instanceof Failure
      ? `图层「${name}」的图片：${cause.message}`
      : new MissingPictureError(
          failed.map((layer) => layer.name),
          'print',
        ).message
  const failure = new Failure('conflict', text)
  failure.cause = cause
  return failure
}

function sizeOf(print: PrintFormat) {
  try {
    return printSize(print)
  } catch (error) {
    throw error instanceof RangeError ? new Failure('conflict', error.message) : error
  }
}
