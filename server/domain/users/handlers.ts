import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx, PublicCtx } from '../../kernel/context'
import { describe, login, setPassword } from './service'
import { closeSession } from './sessions'
import { createSubAccount, listSubAccounts, removeSubAccount, updateSubAccount } from './sub-accounts'

type Public = Handlers<{ users: Pick<AppContract['users'], 'login' | 'setPassword'> }, PublicCtx>
type SignedIn = Handlers<{ users: Pick<AppContract['users'], 'logout' | 'me'> }, Ctx & { readonly sessionHash: string }>

export const userHandlers: { readonly users: Public['users'] & SignedIn['users'] } & Handlers<
  Pick<AppContract, 'subAccounts'>,
  Ctx
> = {
  users: {
    login: ({ body }, ctx) => login(ctx, body),
    setPassword: ({ body }, ctx) => setPassword(ctx, body),
    me: async (_input, ctx) => describe(ctx.actor),
    logout: async (_input, ctx) => {
      await closeSession(ctx.db, ctx.sessionHash)
      return { ok: true }
    },
  },
  subAccounts: {
    list: (_input, ctx) => listSubAccounts(ctx),
    create: ({ body }, ctx) => createSubAccount(ctx, body),
    update: ({ params, body }, ctx) => updateSubAccount(ctx, params.id, body),
    remove: async ({ params }, ctx) => {
      await removeSubAccount(ctx, params.id)
      return { ok: true }
    },
  },
}
