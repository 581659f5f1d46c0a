/** Handlers of the calls of API keys. */
import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { createKey, listKeys, revokeKey } from './keys'

export const apiKeyHandlers: Pick<Handlers<AppContract, Ctx>, 'apiKeys'> = {
  apiKeys: {
    list: (_input, ctx) => listKeys(ctx),
    create: ({ body }, ctx) => createKey(ctx, body),
    revoke: ({ params }, ctx) => revokeKey(ctx, params.id),
  },
}
