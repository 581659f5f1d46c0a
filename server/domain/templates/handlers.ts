/** Handlers of the calls of templates. */
import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { okReply } from '../../kernel/done'
import * as collections from './collections'
import * as drafts from './drafts'
import { findTemplates, listFacts, listTemplates } from './rows'
import * as templates from './service'
import { addStarters } from './starters/add'
import { readTemplateUse } from './use'

type TemplateHandlers = Pick<Handlers<AppContract, Ctx>, 'templateCollections' | 'templateUse' | 'templates' | 'templateDrafts'>

export const templateHandlers: TemplateHandlers = {
  templateCollections: {
    list: (_, ctx) => collections.listCollections(ctx),
    create: ({ body }, ctx) => collections.createCollection(ctx, body),
    update: ({ params, body }, ctx) => collections.renameCollection(ctx, params.id, body),
    remove: ({ params }, ctx) => okReply(collections.removeCollection(ctx, params.id)),
    order: ({ params, body }, ctx) => okReply(collections.moveCollection(ctx, params.id, body.next)),
  },
  templateUse: {
    get: ({ query }, ctx) => readTemplateUse(ctx, query),
  },
  templates: {
    list: ({ query }, ctx) => listTemplates(ctx, query),
    names: (_, ctx) => listFacts(ctx),
    some: ({ query }, ctx) => findTemplates(ctx, query.ids),
    get: ({ params }, ctx) => templates.getTemplate(ctx, params.id),
    create: ({ body }, ctx) => templates.createTemplate(ctx, body),
    addStarters: ({ body }, ctx) => addStarters(ctx, body),
    save: ({ params, body }, ctx) => templates.saveTemplate(ctx, params.id, body),
    settings: ({ params, body }, ctx) => templates.changeSettings(ctx, params.id, body),
    copy: ({ params, body }, ctx) => templates.copyTemplate(ctx, params.id, body),
    remove: ({ params }, ctx) => okReply(templates.removeTemplate(ctx, params.id)),
    order: ({ params, body }, ctx) => okReply(templates.moveTemplate(ctx, params.id, body.next)),
  },
  templateDrafts: {
    list: ({ params }, ctx) => drafts.listDrafts(ctx, params.id),
    get: ({ params }, ctx) => drafts.readDraft(ctx, params.id, params.userId),
    put: ({ params, body }, ctx) => drafts.putDraft(ctx, params.id, body),
    discard: ({ params }, ctx) => okReply(drafts.discardDraft(ctx, params.id)),
  },
}
