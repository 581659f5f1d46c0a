/** Implements the marketplace port for Taobao. */
import type { Marketplace } from '../../../ports/marketplace'
import { type MiniAppTemplate, readMiniApp, updateMiniApp } from './mini-app'
import { readProducts, readSeller } from './products'
import { checkOrders, readOrder, readOrders } from './read-orders'
import type { TopClient } from './top-client'

export type GrantApi = Pick<Marketplace, 'authorizationUrl' | 'exchange'>

/** Creates the port. Without a mini-app template no seller has a mini-app. */
export function createMarketplace(client: TopClient, template: MiniAppTemplate | null, grants: GrantApi): Marketplace {
  return {
    ...grants,
    seller: (session) => readSeller(client, session),
    products: (session, ids) => readProducts(client, session, ids),
    checkOrders: (session, now) => checkOrders(client, session, now),
    orders: (session, range, skip) => readOrders(client, session, range, skip),
    order: (session, originalId) => readOrder(client, session, originalId),
    miniApp: async (session) => (template ? readMiniApp(client, session, template) : null),
    miniAppTemplates: async () =>
      template ? template.versions.map((version) => ({ ...version, templateId: template.templateId })) : [],
    updateMiniApp: (session, app, templateVersion) => updateMiniApp(client, session, app, templateVersion),
  }
}
