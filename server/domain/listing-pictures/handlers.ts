/** Handlers of the calls of listing pictures. */
import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { okReply } from '../../kernel/done'
import { previewPicture } from './drawing'
import { listRuns, removeRun, retryRun, startRun } from './runs'

export const listingHandlers: Pick<Handlers<AppContract, Ctx>, 'listingPictures'> = {
  listingPictures: {
    list: (_, ctx) => listRuns(ctx),
    preview: ({ body }, ctx) => previewPicture(ctx, body),
    start: ({ body }, ctx) => startRun(ctx, body),
    retry: ({ params }, ctx) => retryRun(ctx, params.id),
    remove: ({ params }, ctx) => okReply(removeRun(ctx, params.id)),
  },
}
