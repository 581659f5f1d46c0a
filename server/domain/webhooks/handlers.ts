/** Handlers of the calls of webhooks and their deliveries. */
import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { okReply } from '../../kernel/done'
import { requireAllShops } from '../../kernel/shop-scope'
import { getDelivery, listDeliveries, replayDelivery, replayFailed, testWebhook } from './deliveries'
import { createWebhook, listWebhooks, removeWebhook, rotateSecret, updateWebhook } from './webhooks'

/** Returns the context of a caller who has all shops, because a webhook may be told of each. */
function ofAllShops(ctx: Ctx): Ctx {
  requireAllShops(ctx, '事件通知会发送全部店铺的事件，您只负责指定店铺，请由主账号设置')
  return ctx
}

export const webhookHandlers: Pick<Handlers<AppContract, Ctx>, 'webhooks' | 'webhookDeliveries'> = {
  webhooks: {
    list: (_, ctx) => listWebhooks(ctx),
    create: ({ body }, ctx) => createWebhook(ofAllShops(ctx), body),
    update: ({ params, body }, ctx) => updateWebhook(ofAllShops(ctx), params.id, body),
    remove: ({ params }, ctx) => okReply(removeWebhook(ofAllShops(ctx), params.id)),
    rotate: ({ params }, ctx) => rotateSecret(ofAllShops(ctx), params.id),
    test: ({ params }, ctx) => testWebhook(ofAllShops(ctx), params.id),
    replay: async ({ params, body }, ctx) => ({ replayed: await replayFailed(ofAllShops(ctx), params.id, body.since) }),
  },
  webhookDeliveries: {
    list: ({ query }, ctx) => listDeliveries(ctx, query),
    get: ({ params }, ctx) => getDelivery(ctx, params.id),
    replay: ({ params }, ctx) => okReply(replayDelivery(ofAllShops(ctx), params.id)),
  },
}
