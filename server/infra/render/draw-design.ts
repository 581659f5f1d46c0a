/** Draws a design with the press of the designer, in a picture process. */
import sharp from 'sharp'
import type { TemplateLayer } from '../../../contract/types'
import { MissingPictureError } from '../../../src/design/print/export-error'
import { pressedLayers } from '../../../src/design/print/press'
import { createPrintCanvas } from '../../../src/design/print/print-canvas'
import { type PrintFormat, printSize } from '../../../src/design/print/print-size'
import { coveringView } from '../../../src/design/print/sheet'
import { docFrom } from '../../../src/design/template/load'
import { Failure } from '../../kernel/failure'
import { decodePicture, serverSurface } from './canvas'

/** A design with its pictures, as it is sent to a picture process. */
export interface DrawableDesign {
  readonly canvas: { readonly width: number; readonly height: number }
  readonly layers: readonly TemplateLayer[]
  readonly print: PrintFormat
  /** The file of each layer by its uuid; layers with the same picture share the bytes. */
  readonly pictures: ReadonlyMap<string, Uint8Array>
}

/** Returns the print as PNG. Rejects with a Failure that names the layer whose picture cannot be drawn. */
export async function drawDesign({ canvas, layers, print, pictures }: DrawableDesign): Promise<Buffer> {
  const size = sizeOf(print)
  const doc = docFrom({
    ...canvas,
    name: '',
    layers: [...layers],
    guides: null,
    boundDesignAssetCollectionIds: [],
    previewPhoneModelId: null,
    previewMaterialColorId: null,
  })
  const init = { ...size, view: coveringView(doc, size), background: null }
  const drawing = createPrintCanvas(init, serverSurface, decodePicture)
  try {
    for (const { layer, role } of pressedLayers(doc)) {
      const file = pictures.get(layer.uuid)
      if (file === undefined) throw missing(layer.name)
      await drawing.drawLayer(layer, role, { file }).catch((cause: unknown) => {
        throw missing(layer.name, cause)
      })
    }
  } catch (error) {
    drawing.discard()
    throw error
  }
  const { data } = drawing.finish()
  return sharp(data, { raw: { ...size, channels: 4 } })
    .png({ compressionLevel: 6 })
    .toBuffer()
}

export function missing(layerName: string, cause?: unknown): Failure {
  const failure = new Failure('conflict', new MissingPictureError([layerName], 'print').message)
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
