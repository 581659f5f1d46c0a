/**
 * Chooses the marketplace of this server: Taobao's own gateway where an app is configured, otherwise the demo's embedded one, otherwise
 * none.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { DemoDesigns } from '../embedded/marketplaces/taobao/demo-trades'
import { mountGrantPage } from '../embedded/marketplaces/taobao/grant-page'
import { type EmbeddedOptions, openEmbeddedMarketplace } from '../embedded/marketplaces/taobao/marketplace'
import type { Mount } from '../http/environment'
import { absentMarketplace } from '../infra/marketplaces/taobao/absent'
import { createMarketplace } from '../infra/marketplaces/taobao/marketplace'
import type { MiniAppTemplate } from '../infra/marketplaces/taobao/mini-app'
import { authorizationUrl, exchangeCode } from '../infra/marketplaces/taobao/oauth'
import { createTopClient } from '../infra/marketplaces/taobao/top-client'
import type { Clock } from '../ports/clock'
import type { Marketplace } from '../ports/marketplace'

export interface TopAccess {
  readonly appKey: string
  readonly appSecret: string
  readonly gateway: string
  /** Calls that the app may make, by all processes together. */
  readonly callsPerSecond: number
  readonly miniApp: MiniAppTemplate | null
}

export interface MarketplaceSettings {
  readonly marketplace: TopAccess | undefined
  /** Whether the embedded gateway may be used, whose shop and orders are made up. */
  readonly demo: boolean
  /** Whether tests may buy at the sellers of the embedded marketplace, and make it fail. */
  readonly demoFaults: boolean
}

export interface OpenMarketplace {
  readonly marketplace: Marketplace
  /** The page that replaces the marketplace's own, where the embedded gateway is used. */
  readonly mount: Mount | undefined
}

export interface MarketplaceNeeds {
  readonly clock: Clock
  /** Reserves a turn that all processes share, as `reserveTurn` does. */
  readonly reserve: (key: string, intervalMs: number, maxWaitMs: number) => Promise<number | null>
  /** Receives what the operator should know. */
  readonly report: (message: string, error: unknown) => void
}

/** `designs`: see the embedded marketplace. */
export async function openMarketplace(
  { marketplace: top, demo, demoFaults }: MarketplaceSettings,
  { clock, reserve, report }: MarketplaceNeeds,
  designs: DemoDesigns = [],
): Promise<OpenMarketplace> {
  const note = (text: string) => report('marketplace', new Error(text))
  if (!top && !demo) return { marketplace: absentMarketplace, mount: undefined }
  if (!top) {
    const options = { clock, designs, report: note }
    if (demoFaults) return openFaulty(options)
    return { marketplace: openEmbeddedMarketplace(options).marketplace, mount: mountGrantPage }
  }
  const { appKey, appSecret, gateway: url, miniApp, callsPerSecond } = top
  const turn = (maxWaitMs: number) => reserve(`calls of app ${appKey}`, 1000 / callsPerSecond, maxWaitMs)
  const client = createTopClient({
    appKey,
    appSecret,
    url,
    gateway: fetch,
    now: () => clock.now(),
    wait: sleep,
    turn,
    report: note,
  })
  const access = { appKey, appSecret, fetch, now: () => clock.now() }
  const marketplace = createMarketplace(client, miniApp, {
    authorizationUrl: (returnUrl, state) => authorizationUrl(access, returnUrl, state),
    exchange: (code, returnUrl) => exchangeCode(access, code, returnUrl),
  })
  return { marketplace, mount: undefined }
}

/** Imported only on request, so that a production server has no code that loses orders. */
async function openFaulty(options: EmbeddedOptions): Promise<OpenMarketplace> {
  const { openFaultyMarketplace } = await import('../embedded/marketplaces/taobao/faults')
  const { mountMarketplaceFaults } = await import('../embedded/marketplaces/taobao/faults-route')
  const { mountPurchases } = await import('../embedded/marketplaces/taobao/purchases')
  const embedded = openFaultyMarketplace(options)
  return {
    marketplace: embedded.marketplace,
    mount(app) {
      mountGrantPage(app)
      mountPurchases(app, embedded)
      mountMarketplaceFaults(app, embedded)
    },
  }
}
