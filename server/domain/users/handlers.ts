import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx, PublicCtx } from '../../kernel/context'
import { okReply } from '../../kernel/done'
import { changeOwnPassword, describe, hasOrders, login, setPassword } from './service'
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
    me: async (_input, ctx) => ({ ...describe(ctx.actor), ...((await hasOrders(ctx)) && { hasOrders: true }) }),
    logout: (_input, ctx) => okReply(closeSession(ctx.db, ctx.sessionHash)),
    logoutEverywhere: (_input, ctx) => okReply(closeSessionsOf(ctx.db, ctx.actor.userId)),
    changePassword: ({ body }, ctx) => okReply(changeOwnPassword(ctx, body)),
  },
  subAccounts: {
    list: (_input, ctx) => listSubAccounts(ctx),
    create: ({ body }, ctx) => createSubAccount(ctx, body),
    update: ({ params, body }, ctx) => updateSubAccount(ctx, params.id, body),
    setupLink: ({ params }, ctx) => resetSetupLink(ctx, params.id),
    remove: ({ params }, ctx) => okReply(removeSubAccount(ctx, params.id)),
  },
}
