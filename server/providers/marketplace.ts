/** Chooses the marketplace of this server: Taobao's own gateway where an app is configured, otherwise the embedded one. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { DemoDesigns } from '../embedded/marketplace/demo-trades'
import { mountGrantPage } from '../embedded/marketplace/grant-page'
import { openEmbeddedMarketplace } from '../embedded/marketplace/marketplace'
import type { Mount } from '../http/environment'
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

export interface OpenMarketplace {
  readonly marketplace: Marketplace
  /** The page that replaces the marketplace's own, where the embedded gateway is used. */
  readonly mount: Mount | undefined
}

/** `designs`: see the embedded marketplace. */
export function openMarketplace(top: TopAccess | undefined, clock: Clock, designs: DemoDesigns = []): OpenMarketplace {
  if (!top) {
    return { marketplace: openEmbeddedMarketplace({ clock, designs }).marketplace, mount: mountGrantPage }
  }
  const { appKey, appSecret, gateway: url, miniApp } = top
  const client = createTopClient({ appKey, appSecret, url, gateway: fetch, now: () => clock.now(), wait: sleep })
  const access = { appKey, appSecret, fetch, now: () => clock.now() }
  const marketplace = createMarketplace(client, miniApp, {
    authorizationUrl: (returnUrl, state) => authorizationUrl(access, returnUrl, state),
    exchange: (code, returnUrl) => exchangeCode(access, code, returnUrl),
  })
  return { marketplace, mount: undefined }
}
