/** Handlers of the calls that push orders to a factory. */
import type { AppContract } from '../../../../contract/contract'
import type { Handlers } from '../../../../contract/core'
import type { Ctx } from '../../../kernel/context'
import { cancelLines } from './cancel'
import { readCheck } from './check'
import { pushOrder } from './push'
import { settleLine } from './settle'
import { listLines } from './stored-lines'

export const pushHandlers: Pick<Handlers<AppContract, Ctx>, 'pushes'> = {
  pushes: {
    check: ({ body }, ctx) => readCheck(ctx, body),
    push: ({ body }, ctx) => pushOrder(ctx, body),
    lines: ({ query }, ctx) => listLines(ctx, query.customizationIds),
    settle: ({ body }, ctx) => settleLine(ctx, body),
    cancel: ({ body }, ctx) => cancelLines(ctx, body.customizationIds),
  },
}
