/** The page's side of the outline worker. */
import type { OutlineReply, OutlineRequest } from './messages'
import { maxSide, type Outline } from './outline'
import type { StrokeSettings } from './stroke'

export interface OutlineJob {
  /** Identity of the picture, such as its file id. */
  readonly key: string
  /** Draws the picture at most this many px on its longer side. */
  readonly bitmap: (longest: number) => Promise<ImageBitmap>
  readonly stroke: StrokeSettings
  /** Width of the picture on the canvas, px of the settings. */
  readonly placedWidth: number
  /** While a slider moves: half the resolution, a quarter of the work. */
  readonly draft?: boolean
}

export interface OutlineResult {
  /** Null when the picture has nothing opaque to go round. */
  readonly outline: Outline | null
  /** The picture has no see-through pixel: its outline is its rectangle. */
  readonly opaque: boolean
}

export interface OutlineClient {
  /** Rejects with the worker's reason, or with an AbortError once disposed. */
  outline(job: OutlineJob): Promise<OutlineResult>
  dispose(): void
}

interface Waiting {
  readonly resolve: (reply: OutlineReply) => void
  readonly reject: (error: Error) => void
}

const startWorker = (): Worker => new Worker(new URL('./outline.worker.ts', import.meta.url), { type: 'module' })

/** @param start how to start the worker; started with the first job and again after it crashed. */
export function createOutlineClient(start: () => Worker = startWorker): OutlineClient {
  const waiting = new Map<number, Waiting>()
  let worker: Worker | null = null
  let lastId = 0
  let disposed = false

  const failAll = (error: Error) => {
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  const running = (): Worker => {
    if (worker !== null) return worker
    const started = start()
    started.onmessage = ({ data }: MessageEvent<OutlineReply>) => {
      const asked = waiting.get(data.id)
      waiting.delete(data.id)
      asked?.resolve(data)
    }
    started.onerror = (event) => {
      started.terminate()
      worker = null
      failAll(new Error(event.message || 'the outline worker stopped'))
    }
    worker = started
    return started
  }

  const ask = (request: Omit<OutlineRequest, 'id'>): Promise<OutlineReply> =>
    new Promise((resolve, reject) => {
      const id = ++lastId
      waiting.set(id, { resolve, reject })
      running().postMessage({ ...request, id }, request.bitmap ? [request.bitmap] : [])
    })

  return {
    async outline({ key, bitmap, stroke, placedWidth, draft = false }) {
      if (disposed) throw new DOMException('the outline client is closed', 'AbortError')
      const request = { key: draft ? `${key}/draft` : key, stroke, placedWidth }
      let reply = await ask(request)
      if ('unknown' in reply) {
        const drawn = await bitmap(draft ? maxSide / 2 : maxSide)
        if (disposed) {
          drawn.close()
          throw new DOMException('the outline client is closed', 'AbortError')
        }
        reply = await ask({ ...request, bitmap: drawn })
      }
      if ('error' in reply) throw new Error(reply.error)
      if ('unknown' in reply) throw new Error('the outline worker lost the picture')
      return { outline: reply.outline, opaque: reply.opaque }
    },
    dispose() {
      disposed = true
      worker?.terminate()
      worker = null
      failAll(new DOMException('the outline client is closed', 'AbortError'))
    },
  }
}
