/** Handlers of the asset library's calls. */
import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { okReply } from '../../kernel/done'
import * as assets from './assets'
import * as collections from './collections'
import { checkSameId } from './rules'
import * as search from './search'

type AssetHandlers = Pick<Handlers<AppContract, Ctx>, 'designAssetCollections' | 'designAssets'>

export const assetHandlers: AssetHandlers = {
  designAssetCollections: {
    list: ({ query }, ctx) => collections.listCollections(ctx, query.type),
    create: ({ body }, ctx) => collections.createCollection(ctx, body),
    async update({ params, body }, ctx) {
      checkSameId(body.id, params.id)
      return collections.renameCollection(ctx, params.id, body)
    },
    remove: ({ params }, ctx) => okReply(collections.removeCollection(ctx, params.id)),
    async order({ params, body }, ctx) {
      checkSameId(body.id, params.id)
      return okReply(collections.moveCollection(ctx, params.id, body.next))
    },
  },
  designAssets: {
    list: ({ query }, ctx) => assets.listAssets(ctx, query),
    create: ({ body }, ctx) => assets.createAsset(ctx, body),
    names: ({ query }, ctx) => search.listNames(ctx, query.type),
    some: ({ query }, ctx) => search.findAssets(ctx, query.ids),
    known: ({ body }, ctx) => search.findKnownAssets(ctx, body),
    async update({ params, body }, ctx) {
      checkSameId(body.id, params.id)
      return assets.updateAsset(ctx, params.id, body)
    },
    remove: ({ params }, ctx) => okReply(assets.removeAsset(ctx, params.id)),
    async order({ params, body }, ctx) {
      checkSameId(body.id, params.id)
      return okReply(assets.moveAsset(ctx, params.id, body.next))
    },
  },
}
