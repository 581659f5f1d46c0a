/** Page-side client of the worker that reads codes in pictures of a camera. */
import { createWorkerClient } from '../worker-client'
import type { ReadReply, ReadRequest } from './messages'

export interface CodeReader {
  /** Transfers the picture. Resolves to null when no code is seen; rejects when the worker cannot run, or once disposed. */
  read(picture: ImageBitmap): Promise<string | null>
  dispose(): void
}

const startWorker = (): Worker => new Worker(new URL('./read-code.worker.ts', import.meta.url), { type: 'module' })

export function createCodeReader(start: () => Worker = startWorker): CodeReader {
  const client = createWorkerClient<Omit<ReadRequest, 'id'>, ReadReply>(start)
  return {
    async read(picture) {
      const reply = await client.request({ picture }, [picture])
      if ('error' in reply) throw new Error(reply.error)
      return reply.text
    },
    dispose: () => client.dispose(),
  }
}
