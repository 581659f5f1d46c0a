/** Handlers of the calls of shops, products and customization settings. */
import type { AppContract } from '../../../contract/contract'
import type { Handlers } from '../../../contract/core'
import type { Ctx } from '../../kernel/context'
import { okReply } from '../../kernel/done'
import { beginAuthorization, endAuthorization } from './authorization'
import * as keys from './keys'
import { draftLink } from './link-drafts'
import * as links from './links'
import * as miniApp from './mini-app'
import * as products from './products'
import * as settings from './settings'
import * as shops from './shops'

export const shopHandlers: Pick<
  Handlers<AppContract, Ctx>,
  'shops' | 'products' | 'customizationSettings' | 'customizationUrls' | 'shopCustomizationSettings' | 'miniApp'
> = {
  shops: {
    list: (_, ctx) => shops.listShops(ctx),
    create: ({ body }, ctx) => shops.createShop(ctx, body),
    update: ({ params, body }, ctx) => shops.updateShop(ctx, params.id, body),
    beginAuthorization: async ({ body }, ctx) => beginAuthorization(ctx, body.type),
    authorize: ({ body }, ctx) => endAuthorization(ctx, body),
    keys: ({ params }, ctx) => keys.readKeys(ctx, params.id),
    putKeys: ({ params, body }, ctx) => keys.putKeys(ctx, params.id, body),
    checkKeys: ({ params }, ctx) => keys.checkKeys(ctx, params.id),
    removeKeys: ({ params }, ctx) => okReply(keys.removeKeys(ctx, params.id)),
  },
  products: {
    list: ({ query }, ctx) => products.listProducts(ctx, query),
    onSale: ({ query }, ctx) => products.listOnSale(ctx, query),
    create: ({ body }, ctx) => products.createProduct(ctx, body),
    remove: ({ params }, ctx) => okReply(products.removeProduct(ctx, params.id)),
    sync: ({ body }, ctx) => products.syncProducts(ctx, body),
    import: ({ body }, ctx) => products.importProducts(ctx, body),
  },
  customizationSettings: {
    list: ({ query }, ctx) => settings.listSettings(ctx, query),
    put: ({ body }, ctx) => settings.putSetting(ctx, body),
    copy: ({ body }, ctx) => settings.copySetting(ctx, body),
  },
  customizationUrls: {
    list: (_, ctx) => links.listUrls(ctx),
  },
  shopCustomizationSettings: {
    create: ({ body }, ctx) => links.createLink(ctx, body),
    update: ({ params, body }, ctx) => links.updateLink(ctx, params.id, body),
    remove: ({ params }, ctx) => okReply(links.removeLink(ctx, params.id)),
    renew: ({ params }, ctx) => links.renewLink(ctx, params.id),
    draft: ({ body }, ctx) => draftLink(ctx, body),
  },
  miniApp: {
    get: (_, ctx) => miniApp.readMiniApp(ctx),
    templates: (_, ctx) => miniApp.listMiniAppTemplates(ctx),
    updateVersion: ({ body }, ctx) => miniApp.updateMiniApp(ctx, body),
  },
}
