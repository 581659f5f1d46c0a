/** The marketplace as configured: Taobao's own gateway, or the embedded one. */

import type { DemoDesigns } from '../embedded/marketplace/demo-trades'
import { openEmbeddedMarketplace, sleep } from '../embedded/marketplace/marketplace'
import { createMarketplace } from '../infra/marketplace/marketplace'
import type { MiniAppTemplate } from '../infra/marketplace/mini-app'
import { authorizationUrl, exchangeCode } from '../infra/marketplace/oauth'
import { createTopClient } from '../infra/marketplace/top-client'
import type { Clock } from '../ports/clock'
import type { Marketplace } from '../ports/marketplace'

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
