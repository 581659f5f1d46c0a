/** Handlers of the calls that set products up from the words of their SKUs. */
import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { applySkuWords } from './apply'
import { undoSkuWords } from './undo'

export const skuWordsHandlers: Pick<Handlers<AppContract, Ctx>, 'skuWords'> = {
  skuWords: {
    apply: ({ body }, ctx) => applySkuWords(ctx, body),
    undo: ({ body }, ctx) => undoSkuWords(ctx, body),
  },
}
