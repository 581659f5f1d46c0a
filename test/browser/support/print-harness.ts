/**
 * Shows one design in three ways on a page without a server: canvas, thumbnail, print. designer-print.test.ts bundles and serves
 * it.
 */
import { emptyDoc, newUuid } from '../../../design/model/create'
import type { DesignDoc, Layer, Size } from '../../../design/model/types'
import { createPrinter, type PrintOptions } from '../../../design/print/printer'
import { image, text } from '../../../design/test/make'
import { createRenderer, type Renderer } from '../../../src/designer/render/renderer'
import { memoryDrafts } from '../../../src/designer/session/draft-store'
import { createSession } from '../../../src/designer/session/session'

const timers = { set: (work: () => void, ms: number) => setTimeout(work, ms), clear: (id: unknown) => clearTimeout(Number(id)) }
const docOf = (layers: readonly Layer[], size?: Size): DesignDoc => ({ ...emptyDoc(size), layers })
const inWorker = () => new Worker('/print-worker.js')

async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  let binary = ''
  for (let at = 0; at < bytes.length; at += 0x8000) binary += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(binary)
}

let renderer: Renderer | null = null

const harness = {
  image,
  text,
  /** Shows the design on the canvas at one screen px per canvas px, and returns the position of its corner on the page. */
  async show(layers: readonly Layer[]) {
    const host = document.getElementById('host')
    if (!host) throw new Error('no host')
    renderer?.destroy()
    const ports = { username: 'tester', drafts: memoryDrafts(), timers, now: () => Date.now(), uuid: () => newUuid() }
    const doc = docOf(layers)
    const session = createSession({ subject: 'template', doc, templateId: 1, collectionId: 1, revision: 1, ports })
    renderer = createRenderer(host, session)
    await renderer.pictures.whenSettled(layers.map((layer) => layer.imageUrl))
    renderer.zoomTo(1)
    await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
    return renderer.probe.clientPoint({ x: 0, y: 0 })
  },
  /** Zooms the canvas about its middle, and returns the position of the design's corner on the page. */
  async zoom(scale: number) {
    if (!renderer) throw new Error('call show() first')
    renderer.zoomTo(scale)
    await new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))
    return renderer.probe.clientPoint({ x: 0, y: 0 })
  },
  async thumbnail(layers: readonly Layer[]) {
    if (!renderer) throw new Error('call show() first')
    return base64(await renderer.exportThumbnail(docOf(layers)))
  },
  /** Returns the print as a PNG, or the error that prevented it. */
  async print(layers: readonly Layer[], options: PrintOptions, worker = true, size?: Size) {
    const printer = createPrinter(worker ? inWorker : null)
    try {
      const { picture, width, height, bare } = await printer.print(docOf(layers, size), options)
      const canvas = document.createElement('canvas')
      canvas.width = picture.width
      canvas.height = picture.height
      canvas.getContext('2d')?.drawImage(picture, 0, 0)
      picture.close()
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))
      if (!blob) throw new Error('no PNG')
      return { width, height, png: await base64(blob), bare: bare && (await base64(new Blob([bare.data]))) }
    } catch (error) {
      return { error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) }
    } finally {
      printer.dispose()
    }
  },
}

export type Harness = typeof harness
Object.assign(globalThis, { harness })
