/** Page-side client of the outline worker: computes the stroke of a picture. */
import { abortError } from '../../contract/ground/thrown'
import { createWorkerClient } from '../worker-client'
import type { OutlineReply, OutlineRequest } from './messages'
import { maxSide, type Outline } from './outline'
import { TooComplexError } from './rings'
import type { StrokeSettings } from './stroke'

export interface OutlineInput {
  /** Cache key of the picture, such as its file id. */
  readonly key: string
  /** Returns the picture scaled to at most this many px on its longer side. */
  readonly bitmap: (longest: number) => Promise<ImageBitmap>
  readonly stroke: StrokeSettings
  /** Width of the picture on the canvas, in units of the stroke settings. */
  readonly placedWidth: number
  /** Use half the resolution, a quarter of the work, while a slider moves. */
  readonly draft?: boolean
}

export interface OutlineResult {
  /** Null when the picture has no opaque pixel to outline. */
  readonly outline: Outline | null
  /** Every pixel of the picture is opaque, so its outline is its rectangle. */
  readonly opaque: boolean
}

export interface OutlineClient {
  /** Rejects with a {@link TooComplexError}, the worker's reason, or an AbortError once disposed. */
  outline(input: OutlineInput): Promise<OutlineResult>
  dispose(): void
}

const startWorker = (): Worker => new Worker(new URL('./outline.worker.ts', import.meta.url), { type: 'module' })

/** @param start starts the worker; tests pass their own. */
export function createOutlineClient(start: () => Worker = startWorker): OutlineClient {
  const client = createWorkerClient<Omit<OutlineRequest, 'id'>, OutlineReply>(start)
  return {
    async outline({ key, bitmap, stroke, placedWidth, draft = false }) {
      const request = { key: draft ? `${key}/draft` : key, stroke, placedWidth }
      let reply = await client.request(request)
      if ('unknown' in reply) {
        const drawnBitmap = await bitmap(draft ? maxSide / 2 : maxSide)
        if (client.disposed) {
          drawnBitmap.close()
          throw abortError()
        }
        reply = await client.request({ ...request, bitmap: drawnBitmap }, [drawnBitmap])
      }
      if ('tooComplex' in reply) throw new TooComplexError('too many edges')
      if ('error' in reply) throw new Error(reply.error)
      if ('unknown' in reply) throw new Error('the outline worker lost the picture')
      return { outline: reply.outline, opaque: reply.opaque }
    },
    dispose: () => client.dispose(),
  }
}
