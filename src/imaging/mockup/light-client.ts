/** Page-side client of the worker that computes the light on a case. */
import { createWorkerClient } from '../worker-client'
import type { LightOptions, LightPicture } from './light'
import type { LightReply, LightRequest } from './messages'
import type { CaseMask } from './regions'

export interface LightClient {
  /** The mask is transferred. Rejects with the worker's reason, or with an AbortError once disposed. */
  light(mask: CaseMask, options: LightOptions): Promise<LightPicture>
  dispose(): void
}

const startWorker = (): Worker => new Worker(new URL('./light.worker.ts', import.meta.url), { type: 'module' })

export function createLightClient(start: () => Worker = startWorker): LightClient {
  const client = createWorkerClient<Omit<LightRequest, 'id'>, LightReply>(start)
  return {
    async light(mask, options) {
      const reply = await client.request({ mask, ...options }, [mask.data.buffer])
      if ('error' in reply) throw new Error(reply.error)
      return reply.light
    },
    dispose: () => client.dispose(),
  }
}
