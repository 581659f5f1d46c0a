/**
 * Builds the record of this server's marketplaces: of each, its own gateway where an app is configured, otherwise the demo's embedded
 * one, otherwise none.
 */
import type { ShopType } from '../../contract/rules/shop-types'
import { openDoudianDemo } from '../embedded/marketplaces/doudian/double'
import type { KeyedDouble } from '../embedded/marketplaces/keyed-double'
import { openPinduoduoDemo } from '../embedded/marketplaces/pinduoduo/double'
import type { DemoDesigns } from '../embedded/marketplaces/taobao/demo-trades'
import { type EmbeddedOptions, openEmbeddedMarketplace } from '../embedded/marketplaces/taobao/double'
import { mountGrantPage } from '../embedded/marketplaces/taobao/grant-page'
import { openWechatStoreDemo } from '../embedded/marketplaces/wechat-store/double'
import type { Mount } from '../http/environment'
import type { Gateway } from '../infra/marketplaces/calls'
import { createDoudian, doudianType } from '../infra/marketplaces/doudian/doudian'
import type { KeyedNeeds } from '../infra/marketplaces/keyed'
import { createPinduoduo, pinduoduoType } from '../infra/marketplaces/pinduoduo/pinduoduo'
import { connectTaobao, type TaobaoAccess, type TaobaoNeeds, taobaoType } from '../infra/marketplaces/taobao/taobao'
import { createWechatStore, wechatStoreType } from '../infra/marketplaces/wechat-store/wechat-store'
import { heldMarketplace } from '../infra/outside'
import type { Clock } from '../ports/clock'
import type { Marketplace, Marketplaces, ShopKeys } from '../ports/marketplace'

export interface MarketplaceSettings {
  readonly taobao: TaobaoAccess | undefined
  /** Whether embedded gateways may be used, whose shops and orders are made up. */
  readonly demo: boolean
  /** Whether tests may buy at the sellers of embedded marketplaces, and make them fail. */
  readonly demoFaults: boolean
}

export interface OpenMarketplaces {
  readonly marketplaces: Marketplaces
  /** The pages that replace marketplaces' own, where embedded gateways are used. */
  readonly mounts: readonly Mount[]
}

export interface MarketplaceNeeds extends Pick<TaobaoNeeds, 'clock' | 'reserve'> {
  /** Receives what the operator should know. */
  readonly report: (message: string, error: unknown) => void
  /** Returns why no configured marketplace may be called now; null when they may. Absent: they always may. */
  readonly held?: () => string | null
}

/** The marketplaces that are reached outside: the apps that are configured, and, outside of the demo, the keys that sellers enter. */
export const marketplaceApps = ({ taobao, demo }: MarketplaceSettings): readonly unknown[] => [
  taobao,
  demo ? undefined : keyedMarketplaces,
]

/** The marketplaces whose shops are connected with keys: over the network, and over the demo's doubles. */
const keyedMarketplaces: Readonly<Partial<Record<ShopType, { connect: Connect; open: (clock: Clock) => KeyedDouble }>>> = {
  [doudianType]: { connect: createDoudian, open: openDoudianDemo },
  [pinduoduoType]: { connect: createPinduoduo, open: openPinduoduoDemo },
  [wechatStoreType]: { connect: createWechatStore, open: openWechatStoreDemo },
}
type Connect = (gateway: Gateway, needs: KeyedNeeds, example: ShopKeys | null) => Marketplace

function openKeyed(isDemo: boolean, needs: KeyedNeeds, held: () => string | null): Marketplaces {
  return Object.fromEntries(
    Object.entries(keyedMarketplaces).map(([type, { connect, open }]) => {
      if (!isDemo) return [type, heldMarketplace(connect(fetch, needs, null), held)]
      const { gateway, keys } = open(needs.clock)
      return [type, connect(gateway, needs, keys)]
    }),
  )
}

/** `designs`: see the embedded marketplace. */
export async function openMarketplaces(
  { taobao, demo, demoFaults }: MarketplaceSettings,
  { clock, reserve, report, held = () => null }: MarketplaceNeeds,
  designs: DemoDesigns = [],
): Promise<OpenMarketplaces> {
  const note = (text: string) => report('marketplace', new Error(text))
  const keyed = openKeyed(demo, { clock, report: note }, held)
  if (taobao) {
    const port = connectTaobao(taobao, { clock, reserve, report: note })
    return { marketplaces: { [taobaoType]: heldMarketplace(port, held), ...keyed }, mounts: [] }
  }
  if (!demo) return { marketplaces: keyed, mounts: [] }
  const double = await openDouble({ clock, designs, report: note }, demoFaults)
  return { marketplaces: { [taobaoType]: double.marketplace, ...keyed }, mounts: [double.mount] }
}

/** The faults are imported only on request, so that a production server has no code that loses orders. */
async function openDouble(options: EmbeddedOptions, withFaults: boolean): Promise<{ marketplace: Marketplace; mount: Mount }> {
  if (!withFaults) return { marketplace: openEmbeddedMarketplace(options).marketplace, mount: mountGrantPage }
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
