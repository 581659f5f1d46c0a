/** The designer's own canvas with a real session and a real renderer. */
import type { LayerAppearance } from '../../contract/rules/appearance'
import { emptyDoc, imageLayer } from '../../design/model/create'
import { createRenderer } from '../../src/designer/render/renderer'
import { memoryDrafts } from '../../src/designer/session/draft-store'
import { createSession } from '../../src/designer/session/session'
import { frames, hasEffects, pictures, placesOf, stage } from './scene.js'

/** Appearance of the layers that have one; the last layer, which is dragged, is one of them. */
const styled: LayerAppearance = {
  blend: 'multiply',
  effects: [
    { kind: 'dropShadow', color: '#000000', opacity: 0.5, blend: 'normal', angle: 120, distance: 12, size: 16, spread: 0 },
  ],
}

async function show(count: number, withEffects = 0): Promise<void> {
  const urls = pictures()
  const layers = placesOf(count).map(({ x, y, size, angle, picture }, i) => {
    const file = { fileId: picture + 1, url: urls[picture] ?? '', name: 'p.png', width: 800, height: 800 }
    const layer = imageLayer(file, stage, { uuid: `l${i}` })
    const appearance = hasEffects(i, count, withEffects) ? styled : null
    return { ...layer, appearance, left: x - size / 2, top: y - size / 2, width: size, height: size, rotation: angle }
  })
  const host = document.getElementById('host')
  if (!host) throw new Error('no host')
  const timers = { set: (work: () => void, ms: number) => setTimeout(work, ms), clear: (id: unknown) => clearTimeout(Number(id)) }
  const session = createSession({
    subject: 'template',
    doc: { ...emptyDoc(stage), layers },
    templateId: 1,
    collectionId: 1,
    revision: 1,
    ports: { username: 'bench', drafts: memoryDrafts(), timers, now: () => Date.now(), uuid: () => 'u' },
  })
  const renderer = createRenderer(host, session)
  renderer.zoomTo(1)
  await renderer.pictures.whenSettled(urls)
  session.select([`l${count - 1}`])
  await frames()
  const spot = renderer.probe.layer(`l${count - 1}`)?.centre
  let writes = 0
  session.subscribe((state, before) => {
    if (state.doc !== before.doc) writes += 1
  })
  const selected = () => session.getState().selection.length
  Object.assign(globalThis, {
    bench: { show, spot, writes: () => writes, steps: () => session.getState().history.length, selected, framesIn },
  })
}

/** Resolves with the frames a second that the browser makes in the next `ms` milliseconds. */
function framesIn(ms: number): Promise<number> {
  return new Promise((resolve) => {
    let count = -1
    let start = 0
    const frame = (now: number) => {
      if (count < 0) start = now
      count += 1
      if (now - start < ms) requestAnimationFrame(frame)
      else resolve((count * 1000) / (now - start))
    }
    requestAnimationFrame(frame)
  })
}

Object.assign(globalThis, { bench: { show } })
