/** Page-side client of the worker that finds the hole of a foreground picture. */
import { createWorkerClient } from '../worker-client'
import type { Margins } from './mask-hole'

export interface HoleRequest {
  readonly id: number
  readonly bitmap: ImageBitmap
}
export type HoleReply = { readonly id: number } & ({ readonly hole: Margins | null } | { readonly error: string })

const client = createWorkerClient<Omit<HoleRequest, 'id'>, HoleReply>(
  () => new Worker(new URL('./mask-hole.worker.ts', import.meta.url), { type: 'module' }),
)

/** Returns what `maskHole` finds. Transfers the bitmap. */
export async function findHole(bitmap: ImageBitmap): Promise<Margins | null> {
  const reply = await client.request({ bitmap }, [bitmap])
  if ('error' in reply) throw new Error(reply.error)
  return reply.hole
}
