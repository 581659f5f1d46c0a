/**
 * Prints a document: every visible layer with its full-resolution picture, at exactly the pixels its millimetres take. Draws in
 * a worker where one can be started, otherwise on the page, one layer at a time so that the page stays usable. Does not depend
 * on the designer's canvas, because order files are made without one.
 */
import { delay } from '../../contract/ground/delay'
import { abortError } from '../../contract/ground/thrown'
import type { BareArea } from '../../imaging/png/bare-area'
import { createWorkerClient } from '../../imaging/worker-client'
import { isDrawing } from '../model/picture-url'
import type { DesignDoc, Layer, Size } from '../model/types'
import { hasBare } from './bare-area'
import { asExportError, MissingPictureError } from './export-error'
import { layerRegion } from './layer-pixels'
import type { PrintReply, PrintRequest, PrintStep } from './messages'
import { type ClipRole, pressedLayers } from './press'
import { createPrintCanvas, type PrintCanvasInit, type PrintPicture } from './print-canvas'
import { type PrintFormat, printSize } from './print-size'
import { coveringView, type PaintedLayer, type Picture, paintPicture, type SheetView } from './sheet'
import { pageSurface } from './surface'

export interface PrintOptions extends PrintFormat {
  /** CSS colour of the case where nothing is printed; absent means transparent. */
  readonly background?: string
  /** Returns the address that a stored file address is read from. */
  resolveUrl?(url: string): string
  readonly signal?: AbortSignal
}

export interface Print extends Size {
  /** The caller closes it, because a browser frees pictures that are not closed late. */
  readonly picture: ImageBitmap
  /** Where no white ink lies under the print; null where it lies under all of it. */
  readonly bare: BareArea | null
}

export interface Printer {
  /**
   * @throws MissingPictureError naming every layer whose picture cannot be loaded; a print never leaves one out.
   * @throws RangeError when the size is invalid or too large; an AbortError when the signal aborts; otherwise a
   * PictureExportError.
   */
  print(doc: DesignDoc, options: PrintOptions): Promise<Print>
  dispose(): void
}

/** A file that is decoded where the print is drawn, or an element for pictures that only a page can decode. */
type Source = { readonly file: Blob } | { readonly element: HTMLImageElement }

const startWorker = (): Worker => new Worker(new URL('./print.worker.ts', import.meta.url), { type: 'module' })

/** @param start starts the worker; null draws on the page, as engines without OffscreenCanvas require. */
export function createPrinter(start: (() => Worker) | null = canUseWorker() ? startWorker : null): Printer {
  const client = start && createWorkerClient<Omit<PrintRequest, 'id'>, PrintReply>(start)
  let lastPrintId = 0

  const beginPrint = async (init: PrintCanvasInit): Promise<RunningPrint> => {
    if (!client) {
      const canvas = createPrintCanvas(init, pageSurface, (file: Blob) => createImageBitmap(file))
      return {
        async drawLayer(layer, role, picture) {
          await canvas.drawLayer(layer, role, picture)
          // Let the page render and handle events before the next layer.
          await delay(0)
        },
        async finish() {
          const bare = canvas.bareArea()
          return { picture: await canvas.finishPicture(), bare }
        },
        discard: canvas.discard,
      }
    }
    const printId = ++lastPrintId
    const send = async (step: PrintStep, transfer: Transferable[] = []) => {
      const { error, picture, bare = null } = await client.request({ ...step, printId }, transfer)
      if (error !== undefined) throw new Error(error)
      return { picture, bare }
    }
    await send({ step: 'begin', init })
    return {
      async drawLayer(layer, role, picture) {
        await send({ step: 'drawLayer', layer, role, picture }, 'painted' in picture ? [picture.painted] : [])
      },
      async finish() {
        const { picture, bare } = await send({ step: 'finish' })
        if (!picture) throw new Error('the print worker sent no picture')
        return { picture, bare }
      },
      discard: () => void send({ step: 'discard' }).catch(() => undefined),
    }
  }

  return {
    async print(doc, { background = null, resolveUrl = (url) => url, signal, ...format }) {
      const size = printSize(format)
      const view = coveringView(doc, size)
      const pressed = pressedLayers(doc)
      const sources = await readAll(
        pressed.map(({ layer }) => layer),
        resolveUrl,
        signal,
      )
      const running = await beginPrint({ ...size, view, background, hasBare: hasBare(pressed) }).catch((error: unknown) => {
        throw asExportError(error)
      })
      try {
        for (const { layer, role } of pressed) {
          if (signal?.aborted) throw abortError()
          const source = sources.get(layer.imageUrl)
          if (!source) throw new MissingPictureError([layer.name], 'print')
          const onPage = client === null && 'file' in source
          await (onPage ? Promise.resolve(source) : pressable(layer, source, view, size))
            .then((picture) => running.drawLayer(paintedFields(layer), role, picture))
            .catch((cause: unknown) => {
              throw new MissingPictureError([layer.name], 'print', { cause })
            })
        }
        return { ...size, ...(await running.finish()) }
      } catch (error) {
        running.discard()
        throw asExportError(error)
      }
    },
    dispose: () => client?.dispose(),
  }
}

interface RunningPrint {
  drawLayer(layer: PaintedLayer, role: ClipRole, picture: PrintPicture): Promise<void>
  finish(): Promise<Pick<Print, 'picture' | 'bare'>>
  discard(): void
}

function canUseWorker(): boolean {
  return typeof Worker === 'function' && typeof OffscreenCanvas === 'function'
}

/** Only the fields that are sent to the worker: a text's address is its whole drawing. */
export const paintedFields = ({ imageUrl: _address, ...layer }: Layer): PaintedLayer => layer

/** Reads the files of all pictures, each once. Files stay small in memory; decoded pixels would not. */
async function readAll(
  layers: readonly Layer[],
  resolveUrl: (url: string) => string,
  signal: AbortSignal | undefined,
): Promise<ReadonlyMap<string, Source>> {
  const sources = new Map<string, Source>()
  const urls = [...new Set(layers.map((layer) => layer.imageUrl))]
  await Promise.all(
    urls.map(async (url) => {
      try {
        sources.set(url, await readPicture(resolveUrl(url), signal))
      } catch {
        // Failures are reported together below, with the names of all affected layers.
        if (signal?.aborted) throw abortError()
      }
    }),
  )
  const missing = layers.filter((layer) => !sources.has(layer.imageUrl))
  if (missing.length > 0)
    throw new MissingPictureError(
      missing.map((layer) => layer.name),
      'print',
    )
  return sources
}

async function readPicture(url: string, signal: AbortSignal | undefined): Promise<Source> {
  // Load data: addresses through an element, because a page's content security policy may forbid `fetch` for them.
  if (url.startsWith('data:')) return { element: await loadElement(url) }
  const reply = await fetch(url, { mode: 'cors', credentials: 'same-origin', ...(signal ? { signal } : {}) })
  if (!reply.ok) throw new Error(`${url}: ${reply.status}`)
  const blob = await reply.blob()
  const drawing = /^image\/svg\b/i.test(blob.type) || isDrawing(url)
  if (!drawing) return { file: blob }
  const address = URL.createObjectURL(blob.type === '' ? new Blob([blob], { type: 'image/svg+xml' }) : blob)
  try {
    return { element: await loadElement(address) }
  } finally {
    URL.revokeObjectURL(address)
  }
}

/** Returns what a worker draws of a layer: its file, or its picture drawn here where only a page draws it rightly. */
async function pressable(layer: Layer, source: Source, view: SheetView, print: Size): Promise<PrintPicture> {
  if ('element' in source) return drawOnPage(layer, source.element, view, print)
  // The canvas of a worker does not smooth the clips by which crops are made.
  if (!layer.appearance?.crop) return source
  const picture = await createImageBitmap(source.file)
  try {
    return await drawOnPage(layer, picture, view, print)
  } finally {
    picture.close()
  }
}

/**
 * Draws a picture that only a page can decode (SVG above all) at the pixels of the print that its layer covers, so that its
 * lines are as sharp as the print.
 */
async function drawOnPage(layer: Layer, image: Picture, view: SheetView, print: Size): Promise<PrintPicture> {
  const region = layerRegion({ ...layer, strokeSvgData: null }, view, print)
  if (region === null) return { outside: true }
  const { left, top, right, bottom } = region
  const { surface, release } = pageSurface({ width: right - left, height: bottom - top })
  try {
    paintPicture(surface, layer, { ...view, x: view.x - left, y: view.y - top }, image, true)
    return { painted: await createImageBitmap(surface.canvas), x: left, y: top }
  } finally {
    release()
  }
}

async function loadElement(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.src = url
  await image.decode()
  return image
}
