/** Taobao's entry in the record of marketplaces: its type, and the port over calls of its gateway. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { ShopType } from '../../../../contract/rules/shop-types'
import type { Clock } from '../../../ports/clock'
import type { GrantApi, GrantingMarketplace, Marketplace, OrderLimits } from '../../../ports/marketplace'
import type { MiniApps } from '../../../ports/mini-apps'
import { type MiniAppTemplate, readMiniApp, updateMiniApp } from './mini-app'
import { authorizationUrl, exchangeCode } from './oauth'
import { listOnSale, readProducts, readSeller } from './products'
import { checkOrders, readOrder, readOrders } from './read-orders'
import { createTopClient, type TopClient } from './top-client'

export const taobaoType = 'TAOBAO' satisfies ShopType

/** An app on Taobao's open platform. */
export interface TaobaoAccess {
  readonly appKey: string
  readonly appSecret: string
  readonly gateway: string
  /** Calls that the app may make, by all processes together. */
  readonly callsPerSecond: number
  readonly miniApp: MiniAppTemplate | null
}

export interface TaobaoNeeds {
  readonly clock: Clock
  /** Reserves a turn that all processes share, as `reserveTurn` does. */
  readonly reserve: (key: string, intervalMs: number, maxWaitMs: number) => Promise<number | null>
  /** Receives what the operator should know. */
  readonly report: (text: string) => void
}

/** Connects Taobao's own gateway. */
export function connectTaobao(access: TaobaoAccess, { clock, reserve, report }: TaobaoNeeds): Marketplace {
  const { appKey, appSecret, gateway: url, miniApp, callsPerSecond } = access
  const now = () => clock.now()
  const turn = (maxWaitMs: number) => reserve(`calls of app ${appKey}`, 1000 / callsPerSecond, maxWaitMs)
  const client = createTopClient({ ...{ appKey, appSecret, url, now, turn, report }, gateway: fetch, wait: sleep })
  const oauth = { appKey, appSecret, fetch, now }
  return createTaobao(client, miniApp, {
    authorizationUrl: (returnUrl, state) => authorizationUrl(oauth, returnUrl, state),
    exchange: (code, returnUrl) => exchangeCode(oauth, code, returnUrl),
  })
}

const day = 24 * 60 * 60_000
/** By modification time the gateway accepts a day; by creation time a week keeps the number of pages small. */
const orderLimits: OrderLimits = { keptMs: 90 * day, rangeMs: { modified: day - 1000, created: 7 * day } }

/** Creates the port. Without a mini-app template no seller has a mini-app. */
export function createTaobao(client: TopClient, template: MiniAppTemplate | null, grants: GrantApi): GrantingMarketplace {
  return {
    ...grants,
    orderLimits,
    miniApps: template && miniAppsOf(client, template),
    seller: (session) => readSeller(client, session),
    products: (session, ids) => readProducts(client, session, ids),
    listOnSale: (session, query) => listOnSale(client, session, query),
    checkOrders: (session, now) => checkOrders(client, session, now),
    orders: (session, range, skip) => readOrders(client, session, range, skip),
    order: (session, originalId) => readOrder(client, session, originalId),
  }
}

const miniAppsOf = (client: TopClient, template: MiniAppTemplate): MiniApps => ({
  find: (session) => readMiniApp(client, session, template),
  templates: async () => template.versions.map((version) => ({ ...version, templateId: template.templateId })),
  update: (session, app, templateVersion) => updateMiniApp(client, session, app, templateVersion),
})
