/** Page-side client of the worker that draws the light on cases and puts cases into poses. */
import { createWorkerClient } from '../worker-client'
import type { LightOptions, LitCase } from './light'
import type { LightReply, LightRequest } from './messages'
import type { MockupInput } from './mockup'
import type { CaseMask } from './regions'
import type { Pixels } from './warp'

/** Every call transfers its pixels, and rejects with the worker's reason, or with an AbortError once disposed. */
export interface LightClient {
  light(mask: CaseMask, options: LightOptions): Promise<LitCase>
  mockup(input: MockupInput): Promise<Pixels>
  dispose(): void
}

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never

const startWorker = (): Worker => new Worker(new URL('./light.worker.ts', import.meta.url), { type: 'module' })

export function createLightClient(start: () => Worker = startWorker): LightClient {
  const client = createWorkerClient<WithoutId<LightRequest>, LightReply>(start)
  const request = async (wanted: WithoutId<LightRequest>, transfer: Transferable) => {
    const reply = await client.request(wanted, [transfer])
    if ('error' in reply) throw new Error(reply.error)
    return reply
  }
  return {
    async light(mask, options) {
      const reply = await request({ kind: 'light', mask, options }, mask.data.buffer)
      if (!('light' in reply)) throw new Error('the worker sent no light')
      return reply.light
    },
    async mockup(input) {
      const reply = await request({ kind: 'mockup', input }, input.front.data.buffer)
      if (!('picture' in reply)) throw new Error('the worker sent no picture')
      return reply.picture
    },
    dispose: () => client.dispose(),
  }
}
