/** Handlers of the calls of notifications. */
import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { listNotifications, markRead } from './notifications'

export const notificationHandlers: Pick<Handlers<AppContract, Ctx>, 'notifications'> = {
  notifications: {
    list: ({ query }, ctx) => listNotifications(ctx, query),
    async markRead({ body: { ids } }, ctx) {
      await markRead(ctx, ids)
      return { ok: true }
    },
  },
}
