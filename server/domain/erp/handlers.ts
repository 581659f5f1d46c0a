/** Handlers of the calls of factories and their bindings. */
import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { okReply } from '../../kernel/done'
import * as factories from './factories'
import * as integrations from './integrations'
import * as lists from './lists'
import * as materials from './material-bindings'
import * as models from './model-bindings'
import { listPrograms } from './programs'
import * as sync from './sync'

type Resources =
  | 'erpPrograms'
  | 'erpIntegrations'
  | 'factories'
  | 'factoryPhoneModels'
  | 'factoryModelBindings'
  | 'factoryMaterials'
  | 'factoryMaterialBindings'
  | 'factoryColorBindings'

export const erpHandlers: Pick<Handlers<AppContract, Ctx>, Resources> = {
  erpPrograms: { list: (_, ctx) => listPrograms(ctx) },
  erpIntegrations: {
    list: (_, ctx) => integrations.listIntegrations(ctx),
    create: ({ body }, ctx) => integrations.createIntegration(ctx, body),
    update: ({ params, body }, ctx) => integrations.updateIntegration(ctx, params.id, body),
  },
  factories: {
    list: (_, ctx) => factories.listFactories(ctx),
    update: ({ params, body }, ctx) => factories.updateFactory(ctx, params.id, body),
    sync: ({ query }, ctx) => factories.syncFactories(ctx, query.acceptShorter),
  },
  factoryPhoneModels: {
    list: ({ query }, ctx) => lists.listModels(ctx, query.factoryId),
    startSync: ({ body }, ctx) => sync.beginFactorySync(ctx, body.factoryId, body.acceptShorter),
    syncTask: ({ query }, ctx) => sync.lastFactorySync(ctx, query.factoryId),
  },
  factoryModelBindings: {
    list: ({ query }, ctx) => models.listModelBindings(ctx, query),
    put: ({ body }, ctx) => models.putModelBinding(ctx, body),
    putMatched: ({ body }, ctx) => models.putMatchedBindings(ctx, body),
    remove: ({ params }, ctx) => okReply(models.removeModelBinding(ctx, params)),
  },
  factoryMaterials: {
    list: ({ query }, ctx) => lists.listMaterials(ctx, query.factoryId),
  },
  factoryMaterialBindings: {
    list: ({ query }, ctx) => materials.listMaterialBindings(ctx, query.factoryId),
    put: ({ body }, ctx) => materials.putMaterialBinding(ctx, body),
    remove: ({ params }, ctx) => okReply(materials.removeMaterialBinding(ctx, params)),
  },
  factoryColorBindings: {
    list: ({ query }, ctx) => materials.listColorBindings(ctx, query.factoryId),
    put: ({ body }, ctx) => materials.putColorBinding(ctx, body),
    remove: ({ params }, ctx) => okReply(materials.removeColorBinding(ctx, params)),
  },
}
