/** Handlers of the calls of the home screen. */
import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { okReply } from '../../kernel/done'
import { endFirstSteps } from './first-steps'
import { readHome } from './overview'
import { readTrends } from './trends'

export const homeHandlers: Pick<Handlers<AppContract, Ctx>, 'home'> = {
  home: {
    get: (_input, ctx) => readHome(ctx),
    trends: ({ query }, ctx) => readTrends(ctx, query),
    endFirstSteps: (_input, ctx) => okReply(endFirstSteps(ctx)),
  },
}
