/** Schemas of the trash. */
import { z } from 'zod'
import { maxIdsPerCall, trashKinds } from '../constants'
import { id, time } from './common'

const kind = z.enum(trashKinds)

/** One deletion of `count` things of a kind, which can be undone until `until`; `id` and `name` are those of one of them. */
export const trashEntry = z.object({
  kind,
  id,
  name: z.string(),
  count: z.number().int().min(1),
  deletedAt: time,
  deletedBy: z.string(),
  until: time,
})

/** `ids` are those of deleted things; each restores everything that the same call deleted. */
export const trashRestore = z.object({ kind, ids: z.array(id).min(1).max(maxIdsPerCall) })
