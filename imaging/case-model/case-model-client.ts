/** Page-side client of the worker that makes the solids of cases. */
import { buffersOf, type WireframePixels } from '../mockup/case-mask'
import { createWorkerClient } from '../worker-client'
import type { CaseModelReply, CaseModelRequest } from './messages'
import { type CaseModel, CaseModelError, type Millimetres } from './types'

export interface CaseModelClient {
  /** Transfers the pixels. Rejects with a CaseModelError in words for the seller, or with an AbortError once disposed. */
  model(pixels: WireframePixels, size: Millimetres): Promise<CaseModel>
  dispose(): void
}

const startWorker = (): Worker => new Worker(new URL('./case-model.worker.ts', import.meta.url), { type: 'module' })

export function createCaseModelClient(start: () => Worker = startWorker): CaseModelClient {
  const client = createWorkerClient<Omit<CaseModelRequest, 'id'>, CaseModelReply>(start)
  return {
    async model(pixels, size) {
      const reply = await client.request({ pixels, size }, buffersOf(pixels))
      if ('refusal' in reply) throw new CaseModelError(reply.refusal)
      if ('error' in reply) throw new Error(reply.error)
      return reply.model
    },
    dispose: () => client.dispose(),
  }
}
