/** Handlers of the catalogue's calls. */
import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { okReply } from '../../kernel/done'
import * as brands from './brands'
import * as colors from './colors'
import * as materials from './materials'
import * as models from './models'
import * as skus from './skus'
import * as wireframes from './wireframes'

type CatalogueHandlers = Pick<
  Handlers<AppContract, Ctx>,
  'phoneBrands' | 'phoneModels' | 'phoneCaseMaterials' | 'materialColors' | 'phoneCaseSkus' | 'wireframes'
>

export const catalogueHandlers: CatalogueHandlers = {
  phoneBrands: {
    list: (_, ctx) => brands.listBrands(ctx),
    create: ({ body }, ctx) => brands.createBrand(ctx, body),
    update: ({ params, body }, ctx) => brands.updateBrand(ctx, params.id, body),
    remove: ({ params }, ctx) => okReply(brands.removeBrand(ctx, params.id)),
    order: ({ params, body }, ctx) => okReply(brands.moveBrand(ctx, params.id, body.next)),
  },
  phoneModels: {
    list: ({ params }, ctx) => models.listModels(ctx, params.brandId),
    create: ({ params, body }, ctx) => models.createModel(ctx, params.brandId, body),
    createMany: ({ params, body }, ctx) => models.createModels(ctx, params.brandId, body.names),
    update: ({ params, body }, ctx) => models.updateModel(ctx, params.brandId, params.id, body),
    remove: ({ params, body }, ctx) => okReply(models.removeModels(ctx, params.brandId, body.ids)),
    order: ({ params, body }, ctx) => okReply(models.moveModel(ctx, params.brandId, params.id, body.next)),
  },
  phoneCaseMaterials: {
    list: (_, ctx) => materials.listMaterials(ctx),
    create: ({ body }, ctx) => materials.createMaterial(ctx, body),
    update: ({ params, body }, ctx) => materials.updateMaterial(ctx, params.id, body),
    remove: ({ params }, ctx) => okReply(materials.removeMaterial(ctx, params.id)),
    order: ({ params, body }, ctx) => okReply(materials.moveMaterial(ctx, params.id, body.next)),
  },
  materialColors: {
    create: ({ params, body }, ctx) => colors.createColor(ctx, params.materialId, body),
    update: ({ params, body }, ctx) => colors.updateColor(ctx, params.materialId, params.id, body),
    remove: ({ params }, ctx) => okReply(colors.removeColor(ctx, params.materialId, params.id)),
    order: ({ params, body }, ctx) => okReply(colors.moveColor(ctx, params.materialId, params.id, body.next)),
  },
  phoneCaseSkus: {
    list: ({ query }, ctx) => skus.listSkus(ctx, query.phoneModelIds ?? null, query.standard === 'true'),
    get: ({ params }, ctx) => skus.getSku(ctx, params.key),
    create: ({ body }, ctx) => skus.createSku(ctx, body),
    createMany: ({ body }, ctx) => skus.createSkus(ctx, body.items),
    update: ({ params, body }, ctx) => skus.updateSku(ctx, params.key, body),
  },
  wireframes: {
    list: ({ query }, ctx) => wireframes.listWireframes(ctx, query.ids),
    get: ({ params }, ctx) => wireframes.getWireframe(ctx, params.id),
    create: ({ body }, ctx) => wireframes.createWireframe(ctx, body),
    update: ({ params, body }, ctx) => wireframes.updateWireframe(ctx, params.id, body),
    copy: ({ params }, ctx) => wireframes.copyWireframe(ctx, params.id),
  },
}
