/** Everything outside of this server that it works with: the services that are configured, in the demo their doubles, or none. */
import type { Config } from '../config'
import { ownFloor, ownFloorKind } from '../domain/print-floor/own-factory'
import type { Cashier } from '../embedded/cashier/cashier'
import type { DemoDesigns } from '../embedded/marketplaces/taobao/demo-trades'
import { createPictureSpace, type PictureSpace } from '../embedded/picture-space/picture-space'
import { mountPictureSpace } from '../embedded/picture-space/routes'
import type { HttpDeps, Mount } from '../http/environment'
import { createEventSender } from '../infra/net/event-sender'
import { createMarketplacePictures } from '../infra/net/marketplace-pictures'
import { heldPayments, heldPlatforms } from '../infra/outside'
import type { Deps } from '../kernel/context'
import { reserveTurn } from '../kernel/shared-limit'
import { type ErpSettings, erpApps, openErps } from './erps'
import { type MarketplaceSettings, marketplaceApps, openMarketplaces } from './marketplaces'
import { openModeration } from './moderation'
import { openPayments } from './payments'
import { openPlatforms, type PlatformSettings } from './platforms'

export type ServiceSettings = MarketplaceSettings &
  ErpSettings &
  PlatformSettings &
  Pick<Config, 'alipay' | 'moderation' | 'pictureHosts' | 'webhooks'>

export interface ServiceNeeds {
  readonly base: Pick<Deps, 'db' | 'storage' | 'clock' | 'sealer' | 'publicUrl'>
  /** Designs that the embedded marketplace's buyers order; filled after the demo's own orders exist. */
  readonly designs: DemoDesigns
  /** Returns the address at which this server can call itself, once it listens. */
  readonly address: () => string
  readonly report: (what: string, error: unknown) => void
  /** Returns why nothing may act outside now; null when it may. */
  readonly held: () => string | null
}

export interface Services {
  /** The domain's ports to other systems. */
  readonly ports: Pick<
    Deps,
    'payments' | 'erps' | 'platforms' | 'moderation' | 'marketplaces' | 'pictures' | 'eventSender' | 'operatorWebhook'
  >
  readonly cashier: Cashier | undefined
  /** Further origins that payers' browsers are sent to. */
  readonly paymentPages: readonly string[]
  /** Whether the client simulator is served, which has a picture space. */
  readonly simulator: boolean
  /** Returns the routes of the doubles; none without the demo. */
  doubles(deps: HttpDeps): readonly Mount[]
}

export async function openServices(settings: ServiceSettings, needs: ServiceNeeds): Promise<Services> {
  const { base, designs, address, report, held } = needs
  const { db, clock } = base
  const space: PictureSpace | undefined = settings.demo ? createPictureSpace(base) : undefined
  const payments = await openPayments(settings, { deps: base, address, report: (error) => report('cashier', error) })
  const factories = await openErps(settings, { db, clock, held })
  const hooks = openPlatforms(settings, clock)
  const shops = await openMarketplaces(settings, { clock, reserve: reserveTurn.bind(null, db), report, held }, designs)
  return {
    ports: {
      payments: payments.payments && (settings.alipay ? heldPayments(payments.payments, held) : payments.payments),
      erps: { ...factories.erps, [ownFloorKind]: ownFloor(base) },
      platforms: heldPlatforms(hooks.platforms, held),
      moderation: openModeration(settings.moderation, clock),
      marketplaces: shops.marketplaces,
      eventSender: createEventSender(settings.webhooks),
      operatorWebhook: settings.webhooks.operator,
      pictures: [...(space ? [space.source] : []), createMarketplacePictures(settings.pictureHosts)],
    },
    cashier: payments.cashier,
    paymentPages: payments.pages,
    simulator: space !== undefined,
    doubles: (deps) =>
      [
        ...shops.mounts,
        payments.mount,
        space && ((app: Parameters<Mount>[0]) => mountPictureSpace(app, deps, space)),
        ...factories.mounts,
        hooks.mount,
      ].filter((mount) => mount !== undefined),
  }
}

/** Whether anything outside is reached: the doubles of the demo are inside, and a copy of a demo harms nobody. */
export const actsOutside = (settings: ServiceSettings): boolean =>
  [...marketplaceApps(settings), ...erpApps(settings), settings.alipay, settings.douyin, settings.wechatStore].some(
    (service) => service !== undefined,
  )
