/** Handlers of the calls of components. */
import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { okReply } from '../../kernel/done'
import * as components from './components'

export const componentHandlers: Pick<Handlers<AppContract, Ctx>, 'designComponents'> = {
  designComponents: {
    list: (_, ctx) => components.listComponents(ctx),
    get: ({ params }, ctx) => components.getComponent(ctx, params.id),
    create: ({ body }, ctx) => components.createComponent(ctx, body),
    save: ({ params, body }, ctx) => components.saveComponent(ctx, params.id, body),
    rename: ({ params, body }, ctx) => components.renameComponent(ctx, params.id, body.name),
    versions: ({ params }, ctx) => components.listVersions(ctx, params.id),
    revert: ({ params, body }, ctx) => components.revertComponent(ctx, params.id, body),
    remove: ({ params }, ctx) => okReply(components.removeComponent(ctx, params.id)),
  },
}
