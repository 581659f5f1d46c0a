/** Handlers of the calls of placeholder images. */
import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { okReply } from '../../kernel/done'
import { createPlaceholder, listPlaceholders, removePlaceholder } from './placeholders'

export const placeholderHandlers: Pick<Handlers<AppContract, Ctx>, 'cutoutPlaceholders'> = {
  cutoutPlaceholders: {
    list: ({ query }, ctx) => listPlaceholders(ctx, query.aiCutoutType),
    create: ({ body }, ctx) => createPlaceholder(ctx, body),
    remove: ({ params }, ctx) => okReply(removePlaceholder(ctx, params.id)),
  },
}
