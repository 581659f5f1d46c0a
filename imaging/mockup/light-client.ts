/** Page-side client of the worker that draws the light on cases and puts cases into poses. */
import { createWorkerClient } from '../worker-client'
import { buffersOf, type WireframePixels } from './case-mask'
import type { LightOptions, LitCase } from './light'
import type { LightReply, LightRequest } from './messages'
import type { MockupInput } from './mockup'
import type { Pixels } from './warp'

/** Every call transfers its pixels, and rejects with the worker's reason, or with an AbortError once disposed. */
export interface LightClient {
  light(pixels: WireframePixels, options: LightOptions): Promise<LitCase>
  /** @param inside which px of the front belong to the case, 255 inside; it is copied. */
  mockup(input: MockupInput, inside: Uint8Array): Promise<Pixels>
  dispose(): void
}

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never

const startWorker = (): Worker => new Worker(new URL('./light.worker.ts', import.meta.url), { type: 'module' })

export function createLightClient(start: () => Worker = startWorker): LightClient {
  const client = createWorkerClient<WithoutId<LightRequest>, LightReply>(start)
  const request = async (wanted: WithoutId<LightRequest>, transfer: readonly Transferable[]) => {
    const reply = await client.request(wanted, transfer)
    if ('error' in reply) throw new Error(reply.error)
    return reply
  }
  return {
    async light(pixels, options) {
      const reply = await request({ kind: 'light', pixels, options }, buffersOf(pixels))
      if (!('light' in reply)) throw new Error('the worker sent no light')
      return reply.light
    },
    async mockup(input, inside) {
      const reply = await request({ kind: 'mockup', input, inside }, [input.front.data.buffer])
      if (!('picture' in reply)) throw new Error('the worker sent no picture')
      return reply.picture
    },
    dispose: () => client.dispose(),
  }
}
