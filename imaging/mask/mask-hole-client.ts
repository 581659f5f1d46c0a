/** Page-side client of the worker that finds the holes of a foreground picture. */
import { createWorkerClient } from '../worker-client'
import type { Margins } from './mask-hole'

export interface HoleRequest {
  readonly id: number
  /** A decoded picture, or the file of one that the worker decodes; not an SVG. */
  readonly picture: ImageBitmap | Blob
  /** The size in px at which the holes are looked for; a bitmap has it already. */
  readonly width: number
  readonly height: number
}
export type HoleReply = { readonly id: number } & ({ readonly holes: readonly Margins[] } | { readonly error: string })

const client = createWorkerClient<Omit<HoleRequest, 'id'>, HoleReply>(
  () => new Worker(new URL('./mask-hole.worker.ts', import.meta.url), { type: 'module' }),
)

/** Returns what `maskHoles` finds, in px of the given size. Transfers a bitmap. Rejects when the file cannot be decoded. */
export async function findHoles(request: Omit<HoleRequest, 'id'>): Promise<readonly Margins[]> {
  const reply = await client.request(request, request.picture instanceof Blob ? [] : [request.picture])
  if ('error' in reply) throw new Error(reply.error)
  return reply.holes
}
