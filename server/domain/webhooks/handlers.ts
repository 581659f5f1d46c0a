/** Handlers of the calls of webhooks and their deliveries. */
import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { okReply } from '../../kernel/done'
import { getDelivery, listDeliveries, replayDelivery, replayFailed, testWebhook } from './deliveries'
import { createWebhook, listWebhooks, removeWebhook, rotateSecret, updateWebhook } from './webhooks'

export const webhookHandlers: Pick<Handlers<AppContract, Ctx>, 'webhooks' | 'webhookDeliveries'> = {
  webhooks: {
    list: (_, ctx) => listWebhooks(ctx),
    create: ({ body }, ctx) => createWebhook(ctx, body),
    update: ({ params, body }, ctx) => updateWebhook(ctx, params.id, body),
    remove: ({ params }, ctx) => okReply(removeWebhook(ctx, params.id)),
    rotate: ({ params }, ctx) => rotateSecret(ctx, params.id),
    test: ({ params }, ctx) => testWebhook(ctx, params.id),
    replay: async ({ params, body }, ctx) => ({ replayed: await replayFailed(ctx, params.id, body.since) }),
  },
  webhookDeliveries: {
    list: ({ query }, ctx) => listDeliveries(ctx, query),
    get: ({ params }, ctx) => getDelivery(ctx, params.id),
    replay: ({ params }, ctx) => okReply(replayDelivery(ctx, params.id)),
  },
}
