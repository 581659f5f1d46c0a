/**
 * Platforms that open a customization link for an order and want to have the design: after its submission it is handed to them.
 * Every call rejects with a Failure in words for the seller: 'unavailable' when no readable answer came, so that it may be tried
 * again, 'upstream-failed' when the platform refuses.
 */
import type { ShopType } from '../../contract/rules/shop-types'

export interface PlatformOrderRef {
  readonly orderOriginalId: string
  /** The platform's id of the buyer (openid); null when the link did not carry it. */
  readonly userId: string | null
}

export interface PlatformDesign extends PlatformOrderRef {
  /** The same for every attempt at one submission, another one after a change. */
  readonly id: string
  /** 定制编号. */
  readonly code: string
  /** The buyer's choices, such as 手机型号. */
  readonly texts: readonly { readonly name: string; readonly value: string }[]
  /** The effect as a square JPEG of at most 200 KB. */
  readonly picture: Buffer
}

export interface PlatformHook {
  /** Hands a design over; a repeated call replaces it. Resolves to the platform's name of what it accepted; null without one. */
  deliver(design: PlatformDesign): Promise<string | null>
  /** Whether the platform has a design of the order; null where it cannot be asked. */
  hasDesign(order: PlatformOrderRef): Promise<boolean | null>
}

/** The platforms of this server, by the type of their shops; a type that is absent wants no designs. */
export type PlatformHooks = Partial<Readonly<Record<ShopType, PlatformHook>>>
