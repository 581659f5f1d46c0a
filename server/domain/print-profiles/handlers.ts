/** Handlers of the calls of print profiles. */
import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { okReply } from '../../kernel/done'
import { createPrintProfile, listPrintProfiles, removePrintProfile, savePrintProfile } from './print-profiles'

export const printProfileHandlers: Pick<Handlers<AppContract, Ctx>, 'printProfiles'> = {
  printProfiles: {
    list: (_, ctx) => listPrintProfiles(ctx),
    create: ({ body }, ctx) => createPrintProfile(ctx, body),
    save: ({ params, body }, ctx) => savePrintProfile(ctx, params.id, body),
    remove: ({ params }, ctx) => okReply(removePrintProfile(ctx, params.id)),
  },
}
