/** Handlers of the calls of credits and payments. */
import { creditsPerImage } from '../../../contract/constants'
import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { okReply } from '../../kernel/done'
import { currentCredits } from './balance'
import { charge } from './charge'
import { correctMissing } from './corrections'
import { recordDeliveries } from './deliveries'
import { listRecharges, startRecharge } from './recharges'
import { syncRecharge } from './sync'
import { getUsage, listUsage } from './usage'

export const creditHandlers: Pick<Handlers<AppContract, Ctx>, 'credits' | 'rechargeRecords' | 'usageRecords'> = {
  credits: {
    current: (_input, ctx) => currentCredits(ctx),
    paymentForm: ({ query }, ctx) => startRecharge(ctx, query.credits, { seen: query.amount }),
  },
  rechargeRecords: {
    list: ({ query }, ctx) => listRecharges(ctx, query),
    syncStatus: ({ params }, ctx) => syncRecharge(ctx, params.id),
  },
  usageRecords: {
    list: ({ query }, ctx) => listUsage(ctx, query),
    get: ({ params }, ctx) => getUsage(ctx, params.id),
    charge: ({ body }, ctx) =>
      charge(ctx, body.customizationIds, body.confirmed, { creditsPerImage, seen: body.creditsPerImage }),
    deliver: ({ body }, ctx) => okReply(recordDeliveries(ctx, ctx.actor.accountId, body.customizationIds)),
    correct: ({ body }, ctx) => correctMissing(ctx, body.customizationIds),
  },
}
