/** Types of what every service receives: the caller, and the ports to database, storage and external services. */
import type { Kysely } from 'kysely'
import type { Permission } from '../../contract/constants'
import { noPermissionText } from '../../contract/errors'
import { holdsAny } from '../../contract/permissions'
import type { KeyCeilings } from '../../contract/rules/key-rights'
import type { Clock } from '../ports/clock'
import type { Erps } from '../ports/erp'
import type { EventSender } from '../ports/event-sender'
import type { Examiner } from '../ports/examiner'
import type { Marketplaces } from '../ports/marketplace'
import type { Moderation } from '../ports/moderation'
import type { Payments } from '../ports/payments'
import type { PictureSource } from '../ports/picture-source'
import type { PlatformHooks } from '../ports/platform-hooks'
import type { Renderer } from '../ports/renderer'
import type { Sealer } from '../ports/sealer'
import type { Storage } from '../ports/storage'
import { Failure } from './failure'
import type { Jobs } from './jobs'
import type { Database } from './tables'

/**
 * A handle that runs queries: the pool, or a transaction. Inside `transact` only the handle that it passes may be used: the
 * embedded database has one connection, and a query on the outer handle fails there at once instead of hanging.
 */
export type Db = Kysely<Database>

/** A CMYK profile, for print files in inks. */
export interface InkProfile {
  /** The ICC profile's file. */
  readonly icc: Uint8Array
  /** Differs for other profiles. */
  readonly tag: string
}

/** Settings of the print files that factories fetch. */
export interface PrintSettings {
  /** Secret that makes the addresses of print files unguessable. */
  readonly secret: string
  /** File type that factories accept. */
  readonly format: 'png' | 'tif'
  /** Colours of TIFFs; absent: sRGB. */
  readonly inks?: InkProfile | undefined
}

export interface Deps {
  readonly db: Db
  readonly storage: Storage
  readonly examiner: Examiner
  readonly renderer: Renderer
  readonly pictures: readonly PictureSource[]
  readonly marketplaces: Marketplaces
  readonly sealer: Sealer
  readonly clock: Clock
  /** Sends work that is done in the background. */
  readonly jobs: Jobs
  /** Null when credits cannot be bought on this server. */
  readonly payments: Payments | null
  /** Null when everything that buyers bring passes. */
  readonly moderation: Moderation | null
  /** The factories' programs of this server; empty when none is configured. */
  readonly erps: Erps
  /** The platforms that want the designs of their orders. */
  readonly platforms: PlatformHooks
  readonly eventSender: EventSender
  /** The operator's own webhook for notifications; absent: there is none. */
  readonly operatorWebhook?: { readonly url: string; readonly secret: string } | undefined
  readonly prints: PrintSettings
  /** Signs the addresses of private files. */
  readonly fileSecret: string
  /** Bytes of files that an account may store; absent: no limit. */
  readonly quota?: number | undefined
  /** Minutes after which a shop's orders are synced again by themselves; absent: only when a seller says so. */
  readonly orderSyncMinutes?: number | undefined
  /** Public address of this server without a trailing slash, or '' when responses shall contain paths only. */
  readonly publicUrl: string
  /** Address, without a trailing slash, of a CDN that serves the stored files of this server; absent: `publicUrl` does. */
  readonly filesUrl?: string | undefined
  /**
   * Address of the buyers' program, without a trailing slash; absent: links lead to this server, which only says that there is
   * none.
   */
  readonly buyerUrl?: string | undefined
}

/** The API key with which a program calls, instead of a person. */
export interface ActorKey {
  readonly id: number
  readonly name: string
  /** Ceilings of a day; a kind that is absent is not allowed at all. */
  readonly ceilings: KeyCeilings
}

/** A signed-in caller. Every query of a service filters by `accountId`. */
export interface Actor {
  readonly accountId: number
  readonly userId: number
  readonly username: string
  readonly mainUsername?: string
  readonly permissions: readonly Permission[]
  /** The automation rule that acts; a rule is no user, and `userId` is 0 as it is for the server itself. */
  readonly rule?: { readonly id: number; readonly name: string } | undefined
  /** The only shops that the caller sees; undefined: all of the account. `Ctx.db` of such a caller is limited to them. */
  readonly shopIds?: readonly number[] | undefined
  /** Set where a program calls. `username` is then the key's name, and `userId` the main user's. */
  readonly key?: ActorKey
}

/** Throws 'subuser.has-no-permission' unless the caller has one of `wanted`; the main account has all. */
export function requireAny({ actor }: { readonly actor: Actor }, wanted: readonly Permission[]): void {
  if (actor.mainUsername !== undefined && !holdsAny(actor.permissions, wanted)) {
    throw new Failure('subuser.has-no-permission', noPermissionText)
  }
}

export interface Ctx extends Deps {
  readonly actor: Actor
  readonly traceId: string
  /** Origin by which the caller reached this server, for links outside the plugin when no public address is configured. */
  readonly origin?: string
}

/** Context of a public route: nobody is signed in. */
export interface PublicCtx extends Deps {
  readonly traceId: string
  /** Address of the caller, for rate limits. */
  readonly address: string
  /** The token of the Authorization header: calls about a buyer's design need its secret. */
  readonly bearer: string | null
}
