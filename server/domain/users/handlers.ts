import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx, PublicCtx } from '../../kernel/context'
import { changeOwnPassword, describe, login, setPassword } from './service'
import { closeSession, closeSessionsOf } from './sessions'
import { createSubAccount, listSubAccounts, removeSubAccount, resetSetupLink, updateSubAccount } from './sub-accounts'

type Public = Handlers<{ users: Pick<AppContract['users'], 'login' | 'setPassword'> }, PublicCtx>
type SignedIn = Handlers<{ users: Omit<AppContract['users'], keyof Public['users']> }, Ctx & { readonly sessionHash: string }>

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
    logoutEverywhere: async (_input, ctx) => {
      await closeSessionsOf(ctx.db, ctx.actor.userId)
      return { ok: true }
    },
    changePassword: async ({ body }, ctx) => {
      await changeOwnPassword(ctx, body)
      return { ok: true }
    },
  },
  subAccounts: {
    list: (_input, ctx) => listSubAccounts(ctx),
    create: ({ body }, ctx) => createSubAccount(ctx, body),
    update: ({ params, body }, ctx) => updateSubAccount(ctx, params.id, body),
    setupLink: ({ params }, ctx) => resetSetupLink(ctx, params.id),
    remove: async ({ params }, ctx) => {
      await removeSubAccount(ctx, params.id)
      return { ok: true }
    },
  },
}
