/** The demo's marketplace: connects fixtures of two sellers by the same client as the real gateway. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import fixture from '../../../../fixtures/marketplace/gateway.json'
import { strictOrder } from '../../../../fixtures/replies/marketplace'
import { strictList } from '../../../../fixtures/replies/marketplace-lists'
import { readTopTime } from '../../../infra/marketplaces/taobao/json'
import type { MiniAppTemplate } from '../../../infra/marketplaces/taobao/mini-app'
import { readGrant } from '../../../infra/marketplaces/taobao/oauth'
import { createTaobao } from '../../../infra/marketplaces/taobao/taobao'
import { createTopClient } from '../../../infra/marketplaces/taobao/top-client'
import { Failure } from '../../../kernel/failure'
import type { Clock } from '../../../ports/clock'
import type { GrantApi, GrantingMarketplace } from '../../../ports/marketplace'
import { type DemoDesigns, demoTrades } from './demo-trades'
import { createGatewaySimulator, type GatewaySimulator, type SimulatorOptions } from './gateway'
import { type AddedGoods, type SimulatedShop, shopMethods } from './shop-methods'
import { createTradeBook, type TradeBook } from './trade-book'

// The fixture does not call it a session, because the scan for secrets in recorded files refuses sessions.
const shops: readonly SimulatedShop[] = fixture.sellers.map(({ grant, ...shop }) => ({ ...shop, session: grant }))
const [demo] = shops
if (!demo) throw new Error('the fixture of the gateway has no seller')

/** The seller who authorizes the demo shop. */
export const demoSeller = { nick: demo.nick, session: demo.session }
/** All sellers of the fixture, with their sessions. */
export const embeddedSellers = shops.map(({ nick, session }) => ({ nick, session }))

const template: MiniAppTemplate = {
  templateId: fixture.miniAppTemplate.templateId,
  versions: fixture.miniAppTemplate.versions.map((version) => {
    const createdAt = readTopTime(version.createdAt)
    if (!createdAt) throw new Error(`the fixture of the gateway has a wrong time: ${version.createdAt}`)
    return { ...version, createdAt }
  }),
}

export interface EmbeddedMarketplace<G extends GatewaySimulator = GatewaySimulator> {
  readonly marketplace: GrantingMarketplace
  readonly simulator: G
  /** Products that a test adds to those of the fixture. */
  readonly goods: AddedGoods
  /** Orders of the fixture's sellers. */
  readonly trades: TradeBook
  /** Fields that the token endpoint's next answer has instead of its own. */
  readonly grantFields: { next: Readonly<Record<string, unknown>> }
  /** Returns the id of the fixture's seller of this name. */
  sellerIdOf(nick: string): string | undefined
  /** Returns the session of the seller or sub-account of this name. */
  sessionOf(nick: string): string | undefined
}

export interface EmbeddedOptions {
  readonly clock: Clock
  /** Waits before retries; a real timer by default. */
  readonly wait?: (ms: number) => Promise<void>
  /** Receives what only the operator can mend. */
  readonly report?: (text: string) => void
  /** Answers in the hardest way that the documents allow: without totals, with every field that may be omitted omitted. */
  readonly strict?: boolean
  /** Orders with these customizations arrive at the demo's seller by themselves; absent: there are only orders added by `put`. */
  readonly designs?: DemoDesigns
}

/** Path of the page that replaces the marketplace's authorization page. */
export const grantPagePath = '/simulator/taobao'
/** Lifetime of a grant, as Taobao gives it to an app of this kind, ms. */
const grantedMs = 30 * 86_400_000

/** A seller who can grant by a click, and the code that the marketplace would return for it. */
export interface Grantor {
  readonly nick: string
  readonly code: string
}

const codeOf = ({ sellerId }: SimulatedShop): string => `embedded-${sellerId}`
/** A sub-account of a seller, whose owner gave it no right to read orders. */
const subAccountOf = (shop: SimulatedShop): SimulatedShop & { readonly subAccount: string } => ({
  ...shop,
  session: `${shop.session}sub`,
  subAccount: `${shop.nick}:客服`,
})
const subAccounts = shops.map(subAccountOf)
/** Sellers who can grant on the page that replaces the marketplace's. */
export const grants: readonly Grantor[] = [
  ...shops.map((shop) => ({ nick: shop.nick, code: codeOf(shop) })),
  ...subAccounts.map((shop) => ({ nick: shop.subAccount, code: `${codeOf(shop)}-sub` })),
]

/** `granted` is called with the session that a seller has granted again. */
function grantApi(
  now: () => Date,
  fields: EmbeddedMarketplace['grantFields'],
  granted: ((session: string) => void) | undefined,
): GrantApi {
  return {
    authorizationUrl: (returnUrl, state) => `${new URL(returnUrl).origin}${grantPagePath}?${new URLSearchParams({ state })}`,
    async exchange(code) {
      const owner = shops.find((shop) => codeOf(shop) === code.replace(/-sub$/, ''))
      if (!owner) throw new Failure('invalid', '淘宝没有同意授权，请重新授权')
      const seller: SimulatedShop = code.endsWith('-sub') ? subAccountOf(owner) : owner
      granted?.(seller.session)
      const right = {
        access_token: seller.session,
        taobao_user_id: owner.sellerId,
        taobao_user_nick: encodeURIComponent(owner.nick),
        expires_in: grantedMs / 1000,
        ...(seller.subAccount === undefined ? {} : { sub_taobao_user_nick: encodeURIComponent(seller.subAccount) }),
      }
      const answer = { ...right, ...fields.next }
      fields.next = {}
      return readGrant(JSON.stringify(answer), now())
    },
  }
}

/** Creates the demo's marketplace with a gateway by `create`, and the port that calls it. */
export function connectMarketplace<G extends GatewaySimulator>(
  create: (options: SimulatorOptions) => G,
  { clock, wait = sleep, designs, report, strict = false }: EmbeddedOptions,
): EmbeddedMarketplace<G> {
  const now = () => clock.now()
  const key = { appKey: 'embedded', appSecret: randomBytes(16).toString('hex') }
  const templateVersions = template.versions.map(({ templateVersion }) => templateVersion)
  const started = now()
  const trades = createTradeBook({
    now,
    more: ({ sellerId }, at) => (designs && demo && sellerId === demo.sellerId ? demoTrades(demo, designs, started, at) : []),
  })
  if (strict) Object.assign(trades.shapes, { list: strictList, everyOrder: strictOrder })
  const goods: AddedGoods = { items: new Map(), afterPage: () => undefined }
  const methods = { ...shopMethods({ goods, shops, templateId: template.templateId, templateVersions }), ...trades.methods }
  const simulator = create({ ...key, sellers: [...shops, ...subAccounts], methods, now })
  const url = 'https://embedded.invalid/router/rest'
  const client = createTopClient({ ...key, url, gateway: simulator.gateway, now, wait, ...(report ? { report } : {}) })
  const grantFields: EmbeddedMarketplace['grantFields'] = { next: {} }
  const marketplace = createTaobao(client, template, grantApi(now, grantFields, simulator.renewSession))
  return {
    ...{ marketplace, simulator, goods, trades, grantFields },
    sellerIdOf: (nick) => shops.find((shop) => shop.nick === nick)?.sellerId,
    sessionOf: (nick) =>
      (shops.find((shop) => shop.nick === nick) ?? subAccounts.find((one) => one.subAccount === nick))?.session,
  }
}

export const openEmbeddedMarketplace = (options: EmbeddedOptions): EmbeddedMarketplace =>
  connectMarketplace(createGatewaySimulator, options)
