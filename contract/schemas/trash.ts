import { z } from 'zod'
import { maxIdsPerCall, trashKinds } from '../constants'
import { id, time } from './common'

const kind = z.enum(trashKinds)

/** One deletion that can be undone until `until`: `count` items of a kind, one of which is `id`, called `name`. */
export const trashEntry = z.object({
  kind,
  id,
  name: z.string(),
  count: z.number().int().min(1),
  deletedAt: time,
  deletedBy: z.string(),
  until: time,
})

/** Ids the items had; each brings back everything that was deleted by the same call. */
export const trashRestore = z.object({ kind, ids: z.array(id).min(1).max(maxIdsPerCall) })
