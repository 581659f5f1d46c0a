/** The designer's own path from the API's response to the canvas. */
import { picturesOf } from '../../design/print/pictures'
import { openTemplate } from '../../design/template/load'
import { createRenderer } from '../../src/designer/render/renderer'
import { memoryDrafts } from '../../src/designer/session/draft-store'
import { createSession } from '../../src/designer/session/session'
import { nextFrame } from './drawn.js'

async function open(): Promise<number> {
  const host = document.getElementById('host')
  if (!host) throw new Error('no host')
  const timers = { set: (work: () => void, ms: number) => setTimeout(work, ms), clear: (id: unknown) => clearTimeout(Number(id)) }
  const start = performance.now()
  const template = openTemplate(await (await fetch('/template')).json())
  const pictures = picturesOf(template.doc, (url) => url)
  const session = createSession({
    ...template,
    ports: { username: 'bench', drafts: memoryDrafts(), timers, now: () => Date.now(), uuid: () => 'u' },
  })
  createRenderer(host, session, { pictures })
  await pictures.whenSettled(template.doc.layers.map((layer) => layer.imageUrl))
  await nextFrame()
  return performance.now() - start
}

Object.assign(globalThis, { bench: { open } })
