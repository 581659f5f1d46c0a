/** The marketplace as configured: Taobao's own gateway, or the embedded one. */
import type { Clock } from '../../ports/clock'
import type { Marketplace } from '../../ports/marketplace'
import type { DemoDesigns } from './demo-trades'
import { openEmbeddedMarketplace, sleep } from './embedded'
import { createMarketplace } from './marketplace'
import type { MiniAppTemplate } from './mini-app'
import { authorizationUrl, exchangeCode } from './oauth'
import { createTopClient } from './top-client'

export interface TopAccess {
  readonly appKey: string
  readonly appSecret: string
  readonly gateway: string
  readonly miniApp: MiniAppTemplate | null
}

/** `designs`: see the embedded marketplace. */
export function openMarketplace(top: TopAccess | undefined, clock: Clock, designs: DemoDesigns = []): Marketplace {
  if (!top) return openEmbeddedMarketplace({ clock, designs }).marketplace
  const { appKey, appSecret, gateway: url, miniApp } = top
  const client = createTopClient({ appKey, appSecret, url, gateway: fetch, now: () => clock.now(), wait: sleep })
  const access = { appKey, appSecret, fetch, now: () => clock.now() }
  return createMarketplace(client, miniApp, {
    authorizationUrl: (returnUrl, state) => authorizationUrl(access, returnUrl, state),
    exchange: (code, returnUrl) => exchangeCode(access, code, returnUrl),
  })
}
