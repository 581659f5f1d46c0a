/**
 * The designer's canvas alone on a page: a real session and a real renderer, no server. CanvasPage drives it; openHarness bundles
 * and serves it.
 */
import { setLocked } from '../../../design/commands/appearance'
import { setBackground } from '../../../design/commands/background'
import { addLayers } from '../../../design/commands/layers'
import { emptyDoc, newUuid } from '../../../design/model/create'
import type { DesignDoc, Layer } from '../../../design/model/types'
import { image } from '../../../design/test/make'
import { createRenderer, type Renderer } from '../../../src/designer/render/renderer'
import { memoryDrafts } from '../../../src/designer/session/draft-store'
import { createKeyboard } from '../../../src/designer/session/keyboard'
import { createSession } from '../../../src/designer/session/session'
import type { Session } from '../../../src/designer/session/types'

interface Open {
  readonly session: Session
  readonly renderer: Renderer
  writes: number
}

let open: Open | null = null
const now = (): Open => {
  if (!open) throw new Error('call show() first')
  return open
}

function show(layers: readonly Layer[], size?: { width: number; height: number }): void {
  open?.renderer.destroy()
  const host = document.getElementById('host')
  if (!host) throw new Error('no host')
  const doc: DesignDoc = { ...emptyDoc(size), layers }
  const timers = { set: (work: () => void, ms: number) => setTimeout(work, ms), clear: (id: unknown) => clearTimeout(Number(id)) }
  const ports = { username: 'tester', drafts: memoryDrafts(), timers, now: () => Date.now(), uuid: () => newUuid() }
  const session = createSession({ subject: 'template', doc, templateId: 1, collectionId: 1, revision: 1, ports })
  open = { session, renderer: createRenderer(host, session), writes: 0 }
  session.subscribe((state, before) => {
    if (state.doc !== before.doc) now().writes++
  })
}

let keyboard: { readonly of: Session; readonly keys: ReturnType<typeof createKeyboard> } | null = null
const keys = () => {
  const { session } = now()
  if (keyboard?.of !== session) keyboard = { of: session, keys: createKeyboard(session) }
  return keyboard.keys
}
addEventListener('keydown', (event) => {
  if (!open) return
  const { key, code, ctrlKey: ctrl, metaKey: meta, shiftKey: shift, altKey: alt } = event
  const element = document.activeElement
  const focused = element && { tagName: element.tagName, type: element.getAttribute('type') ?? 'text' }
  if (keys().keyDown({ key, code, ctrl, meta, shift, alt, focused })) event.preventDefault()
})
addEventListener('keyup', (event) => {
  if (open) keys().keyUp(event)
})

let drawings = 0
/** Makes every canvas count its drawing; done once a page. */
const countCalls = (() => {
  let isCounting = false
  return () => {
    if (isCounting) return
    isCounting = true
    const { drawImage, fill } = CanvasRenderingContext2D.prototype
    const counting = (draw: typeof drawImage | typeof fill) =>
      function (this: CanvasRenderingContext2D, ...args: never[]) {
        drawings++
        Reflect.apply(draw, this, args)
      }
    Object.assign(CanvasRenderingContext2D.prototype, { drawImage: counting(drawImage), fill: counting(fill) })
  }
})()

const harness = {
  image,
  show,
  state() {
    const { doc, selection, gesture, hover, canUndo, history } = now().session.getState()
    return { layers: doc.layers, selection, gesture, hover, canUndo, steps: history.map((step) => step.label) }
  },
  writes: () => now().writes,
  layer: (uuid: string) =>
    now()
      .session.getState()
      .doc.layers.find((layer) => layer.uuid === uuid) ?? null,
  select: (uuids: readonly string[]) => now().session.select(uuids),
  undo: () => now().session.undo(),
  redo: () => now().session.redo(),
  paste: () => now().session.paste().ok,
  notice: () => now().session.getState().notice?.text ?? null,
  add: (layer: Layer) => now().session.run(addLayers, { layers: [layer] }).ok,
  background: (uuid: string) => now().session.run(setBackground, { uuid }).ok,
  lock: (uuid: string) => now().session.run(setLocked, { uuids: [uuid], locked: true }).ok,
  wireframe: (wireframe: Parameters<Renderer['setWireframe']>[0]) => now().renderer.setWireframe(wireframe),
  probe: () => now().renderer.probe,
  fit: () => now().renderer.fit(),
  zoomTo: (scale: number) => now().renderer.zoomTo(scale),
  /** Returns the size of the exported thumbnail and its pixels [r, g, b, a] at these document points. */
  async thumbnail(points: readonly { x: number; y: number }[]) {
    const { doc } = now().session.getState()
    const blob = await now().renderer.exportThumbnail(doc)
    const bitmap = await createImageBitmap(blob)
    const canvas = document.createElement('canvas')
    canvas.width = bitmap.width
    canvas.height = bitmap.height
    const context = canvas.getContext('2d', { willReadFrequently: true })
    if (!context) throw new Error('no 2d context')
    context.drawImage(bitmap, 0, 0)
    const scale = bitmap.height / doc.height
    const pixels = points.map(({ x, y }) => [...context.getImageData(Math.round(x * scale), Math.round(y * scale), 1, 1).data])
    return { type: blob.type, width: bitmap.width, height: bitmap.height, pixels }
  },
  /** Returns the reason why no thumbnail can be made; null when one can. */
  thumbnailRefusal: () =>
    now()
      .renderer.exportThumbnail(now().session.getState().doc)
      .then(
        () => null,
        (error: Error) => error.message,
      ),
  picturesReady: () =>
    now().renderer.pictures.whenSettled(
      now()
        .session.getState()
        .doc.layers.map((layer) => layer.imageUrl),
    ),
  /** Creates and destroys the renderer repeatedly, as React's StrictMode does, and returns how many canvases are left. */
  remount(times: number) {
    const host = document.getElementById('host')
    if (!host) throw new Error('no host')
    open?.renderer.destroy()
    for (let i = 0; i < times; i++) createRenderer(host, now().session).destroy()
    open = null
    return host.querySelectorAll('canvas').length
  },
  countDrawing() {
    countCalls()
    drawings = 0
  },
  drawings: () => drawings,
  /** Resolves when everything done so far has been drawn. */
  drawn: () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
}

export type Harness = typeof harness
Object.assign(globalThis, { harness })
