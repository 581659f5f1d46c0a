/** The gateway of the demo: the fixtures of two sellers, spoken to like the real one. */
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import fixture from '../../../fixtures/marketplace/gateway.json'
import { readTopTime } from '../../infra/marketplace/json'
import { createMarketplace, type GrantDoor } from '../../infra/marketplace/marketplace'
import type { MiniAppTemplate } from '../../infra/marketplace/mini-app'
import { createTopClient } from '../../infra/marketplace/top-client'
import { Failure } from '../../kernel/failure'
import type { Clock } from '../../ports/clock'
import type { Marketplace } from '../../ports/marketplace'
import { type DemoDesigns, demoTrades } from './demo-trades'
import { createGatewaySimulator, type GatewaySimulator, type SimulatorOptions } from './gateway'
import { type SimulatedShop, shopMethods } from './shop-methods'
import { createTradeBook, type TradeBook } from './trade-book'

// Not called a session in the fixture: nothing that is may stand in one (see the scan for secrets in recorded files).
const shops: readonly SimulatedShop[] = fixture.sellers.map(({ grant, ...shop }) => ({ ...shop, session: grant }))
const [demo] = shops
if (!demo) throw new Error('the fixture of the gateway has no seller')

/** The seller the demo shop is authorised by. */
export const demoSeller = { nick: demo.nick, session: demo.session }

const template: MiniAppTemplate = {
  templateId: fixture.miniAppTemplate.templateId,
  versions: fixture.miniAppTemplate.versions.map((version) => {
    const createdAt = readTopTime(version.createdAt)
    if (!createdAt) throw new Error(`the fixture of the gateway has a wrong time: ${version.createdAt}`)
    return { ...version, createdAt }
  }),
}

export interface EmbeddedMarketplace<G extends GatewaySimulator = GatewaySimulator> {
  readonly marketplace: Marketplace
  readonly simulator: G
  /** Orders of the fixture's sellers. */
  readonly trades: TradeBook
}

export interface EmbeddedOptions {
  readonly clock: Clock
  /** Default: really waits. */
  readonly wait?: (ms: number) => Promise<void>
  /** Orders come in at the demo's seller by themselves, customized like these; absent: only those that are put. */
  readonly designs?: DemoDesigns
}

/** Stands in for the marketplace's page where sellers grant access. */
export const grantPagePath = '/simulator/taobao'
/** Life of a grant, as Taobao gives it to an app of this kind, ms. */
const grantedMs = 30 * 86_400_000

/** A seller who grants by a press, and the code that the marketplace would send back for it. */
export interface Grantor {
  readonly nick: string
  readonly code: string
}

const codeOf = ({ sellerId }: SimulatedShop): string => `embedded-${sellerId}`
/** Who can grant on the page that stands in for the marketplace's. */
export const grants: readonly Grantor[] = shops.map((shop) => ({ nick: shop.nick, code: codeOf(shop) }))

/** `granted` hears of the session that a seller has granted anew. */
function grantDoor(now: () => Date, granted: ((session: string) => void) | undefined): GrantDoor {
  return {
    authorizationUrl: (returnUrl, state) => `${new URL(returnUrl).origin}${grantPagePath}?${new URLSearchParams({ state })}`,
    async exchange(code) {
      const seller = shops.find((shop) => codeOf(shop) === code)
      if (!seller) throw new Failure('invalid', '淘宝没有同意授权，请重新授权')
      granted?.(seller.session)
      return { session: seller.session, nick: seller.nick, expiresAt: new Date(now().getTime() + grantedMs) }
    },
  }
}

/** The marketplace of the demo as `create` makes its gateway, and the port that speaks to it. */
export function connectMarketplace<G extends GatewaySimulator>(
  create: (options: SimulatorOptions) => G,
  { clock, wait = sleep, designs }: EmbeddedOptions,
): EmbeddedMarketplace<G> {
  const now = () => clock.now()
  const key = { appKey: 'embedded', appSecret: randomBytes(16).toString('hex') }
  const templateVersions = template.versions.map(({ templateVersion }) => templateVersion)
  const started = now()
  const trades = createTradeBook({
    now,
    more: ({ sellerId }, at) => (designs && demo && sellerId === demo.sellerId ? demoTrades(demo, designs, started, at) : []),
  })
  const methods = { ...shopMethods({ shops, templateId: template.templateId, templateVersions }), ...trades.methods }
  const simulator = create({ ...key, sellers: shops, methods, now })
  const client = createTopClient({ ...key, url: 'https://embedded.invalid/router/rest', gateway: simulator.gateway, now, wait })
  return { marketplace: createMarketplace(client, template, grantDoor(now, simulator.renewSession)), simulator, trades }
}

export const openEmbeddedMarketplace = (options: EmbeddedOptions): EmbeddedMarketplace =>
  connectMarketplace(createGatewaySimulator, options)
