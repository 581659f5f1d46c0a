/** Handlers of the calls about the design of a customization. */
import type { AppContract } from '../../../../contract/contract'
import type { Handlers } from '../../../../contract/core'
import type { Ctx } from '../../../kernel/context'
import { correctDesign, renderDesign, restoreVersion } from './change'
import { compareRendering } from './comparison'
import { remakeDesign } from './remake'
import { readDesign, toShownDesign } from './stored-design'
import { listVersions } from './versions'

export const designHandlers: Pick<Handlers<AppContract, Ctx>, 'customizations'> = {
  customizations: {
    design: async ({ params }, ctx) => toShownDesign(ctx, await readDesign(ctx, params.id)),
    correct: ({ params, body }, ctx) => correctDesign(ctx, params.id, body),
    compare: ({ params }, ctx) => compareRendering(ctx, params.id),
    render: ({ params, body }, ctx) => renderDesign(ctx, params.id, body.version),
    versions: ({ params }, ctx) => listVersions(ctx, params.id),
    remake: ({ params }, ctx) => remakeDesign(ctx, params.id),
    restore: ({ params, body }, ctx) => restoreVersion(ctx, params.id, body),
  },
}
