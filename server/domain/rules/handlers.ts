/** Handlers of the calls of automation rules, order tags and approvals. */
import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { okReply } from '../../kernel/done'
import { decideApproval, listApprovals } from './approvals'
import { tryRule } from './dry-run'
import { explainOrder, listRuns } from './explain'
import { armRule, createRule, listRules, orderRule, pauseRules, removeRule, updateRule } from './rules'
import { createTag, listTags, removeTag, updateTag } from './tags'

export const ruleHandlers: Pick<Handlers<AppContract, Ctx>, 'automationRules' | 'orderTags' | 'approvals'> = {
  automationRules: {
    list: (_, ctx) => listRules(ctx),
    create: ({ body }, ctx) => createRule(ctx, body),
    update: ({ params, body }, ctx) => updateRule(ctx, params.id, body),
    remove: ({ params }, ctx) => okReply(removeRule(ctx, params.id)),
    order: ({ params, body }, ctx) => okReply(orderRule(ctx, params.id, body.next)),
    tryOut: ({ params }, ctx) => tryRule(ctx, params.id),
    arm: ({ params, body }, ctx) => armRule(ctx, params.id, body),
    pause: ({ body }, ctx) => pauseRules(ctx, body.paused),
    runs: ({ query }, ctx) => listRuns(ctx, query),
    explain: ({ query }, ctx) => explainOrder(ctx, query.orderId),
  },
  orderTags: {
    list: (_, ctx) => listTags(ctx),
    create: ({ body }, ctx) => createTag(ctx, body),
    update: ({ params, body }, ctx) => updateTag(ctx, params.id, body),
    remove: ({ params }, ctx) => okReply(removeTag(ctx, params.id)),
  },
  approvals: {
    list: ({ query }, ctx) => listApprovals(ctx, query),
    decide: ({ params, body }, ctx) => decideApproval(ctx, params.id, body),
  },
}
