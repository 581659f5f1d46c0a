/** The marketplace as configured: Taobao's own gateway, or the embedded one. */
import type { Clock } from '../../ports/clock'
import type { Marketplace } from '../../ports/marketplace'
import type { DemoDesigns } from './demo-trades'
import { openEmbeddedMarketplace, sleep } from './embedded'
import { createMarketplace } from './marketplace'
import type { MiniAppTemplate } from './mini-app'
import { createTopClient } from './top-client'

export interface TopAccess {
  readonly appKey: string
  readonly appSecret: string
  readonly gateway: string
  readonly miniApp: MiniAppTemplate | null
}

/** `designs`: see the embedded marketplace. */
export function openMarketplace(access: TopAccess | undefined, clock: Clock, designs: DemoDesigns = []): Marketplace {
  if (!access) return openEmbeddedMarketplace({ clock, designs }).marketplace
  const { appKey, appSecret, gateway: url, miniApp } = access
  const client = createTopClient({ appKey, appSecret, url, gateway: fetch, now: () => clock.now(), wait: sleep })
  return createMarketplace(client, miniApp)
}
