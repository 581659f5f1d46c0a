/** Handlers of the calls of the trash. */
import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import { type Ctx, requireAny } from '../../kernel/context'
import { kinds } from './kinds'
import { listTrash } from './list'
import { restoreDeleted } from './restore'

export const trashHandlers: Pick<Handlers<AppContract, Ctx>, 'trash'> = {
  trash: {
    list: ({ query }, ctx) => listTrash(ctx, query),
    async restore({ body: { kind, ids } }, ctx) {
      requireAny(ctx, [kinds[kind].permission])
      await restoreDeleted(ctx, kind, ids)
      return { ok: true }
    },
  },
}
