/** Page-side client of the worker that makes print files by print profiles. */
import { createWorkerClient } from '../worker-client'
import type { Learned } from './learned'
import type { PlateInput, PlateReply } from './messages'
import type { PlatesLook } from './plates-look'
import type { PrintFile } from './print-picture'

export interface PlatesClient {
  /** Makes a print file, or a test page; takes the picture's bytes over. Rejects with words for the seller. */
  make(input: Extract<PlateInput, { kind: 'print' | 'test' }>): Promise<PrintFile>
  /** Draws the inks of a print, some of them left out; the picture stays the caller's. Rejects with words for the seller. */
  look(input: Extract<PlateInput, { kind: 'look' }>): Promise<PlatesLook>
  /** Reads how a file that printed well is written. Rejects with words for the seller. */
  learn(file: Blob): Promise<Learned>
  dispose(): void
}

const startWorker = (): Worker => new Worker(new URL('./plates.worker.ts', import.meta.url), { type: 'module' })

/** @param start starts the worker, called for the first request; tests pass their own. */
export function createPlatesClient(start: () => Worker = startWorker): PlatesClient {
  const client = createWorkerClient<PlateInput, PlateReply>(start)
  const ask = async (input: PlateInput) => {
    const reply = await client.request(input, 'bytes' in input ? [input.bytes.buffer] : [])
    if ('error' in reply) throw new Error(reply.error)
    return reply
  }
  return {
    async make(input) {
      const reply = await ask(input)
      if (!('file' in reply)) throw new Error('the worker answered another request')
      return reply.file
    },
    async look(input) {
      const reply = await ask(input)
      if (!('look' in reply)) throw new Error('the worker answered another request')
      return reply.look
    },
    async learn(file) {
      const reply = await ask({ kind: 'learn', file })
      if (!('learned' in reply)) throw new Error('the worker answered another request')
      return reply.learned
    },
    dispose: () => client.dispose(),
  }
}
