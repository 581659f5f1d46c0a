/** Computes proofs of work in a worker, so that the page stays usable. */

import { createCell } from '../contract/ground/cell'
import type { BuyerChallenge, BuyerProof } from '../contract/types'

/** Whether a proof is being computed. */
export const isProving = createCell(false)

const startWorker = (): Worker =>
  new Worker(/* webpackChunkName: "buyer.proof" */ new URL('./proof.worker.ts', import.meta.url), { type: 'module' })

/** Resolves to the proof for a challenge; rejects when the worker cannot run. */
export async function prove(challenge: BuyerChallenge, start: () => Worker = startWorker): Promise<BuyerProof> {
  isProving.set(true)
  let worker: Worker | undefined
  try {
    const answers = await new Promise<number[]>((resolve, reject) => {
      worker = start()
      worker.onmessage = ({ data }: MessageEvent<number[]>) => resolve(data)
      worker.onerror = () => reject(new Error('这个浏览器不能完成确认，请换一个浏览器，或过一会儿再试'))
      worker.postMessage(challenge)
    })
    return { challenge: challenge.challenge, answers }
  } finally {
    worker?.terminate()
    isProving.set(false)
  }
}
