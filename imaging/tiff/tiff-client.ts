/** Page-side client of the worker that makes TIF print files. */
import { createWorkerClient } from '../worker-client'
import type { TifAnswer, TifInput, TifReply } from './messages'

export interface TifClient {
  /** Makes a print file; transfers the picture's bytes. Rejects with words for the seller. */
  createTif(input: TifInput): Promise<TifAnswer>
  dispose(): void
}

const startWorker = (): Worker => new Worker(new URL('./tiff.worker.ts', import.meta.url), { type: 'module' })

/** @param start starts the worker, called for the first picture; tests pass their own. */
export function createTifClient(start: () => Worker = startWorker): TifClient {
  const client = createWorkerClient<TifInput, TifReply>(start)
  return {
    async createTif(ask) {
      const reply = await client.request(ask, [ask.bytes.buffer])
      if ('error' in reply) throw new Error(reply.error)
      return { bytes: reply.bytes, width: reply.width, height: reply.height }
    },
    dispose: () => client.dispose(),
  }
}
