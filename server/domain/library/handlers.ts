/** Handlers of the calls that add phones to a catalogue. */
import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { addFromFactory } from '../erp/to-catalogue'
import { addFromLibrary } from './add'

export const libraryHandlers: Pick<Handlers<AppContract, Ctx>, 'phoneLibrary'> = {
  phoneLibrary: {
    add: ({ body }, ctx) => addFromLibrary(ctx, body),
    addFromFactory: ({ body }, ctx) => addFromFactory(ctx, body),
  },
}
