/** Handlers of the calls of alarms. */
import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { acknowledgeAlarms } from './acknowledge'
import { listAlarms } from './list'

export const alarmHandlers: Pick<Handlers<AppContract, Ctx>, 'alarms'> = {
  alarms: {
    list: ({ query }, ctx) => listAlarms(ctx, query),
    acknowledge: ({ body }, ctx) => acknowledgeAlarms(ctx, body),
  },
}
