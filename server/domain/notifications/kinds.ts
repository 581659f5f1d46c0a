/** The kinds of notifications, each with the permissions of which one shows it to a user: those of the screen where it is mended. */
import type { Permission } from '../../../contract/constants'
import { readers, viewers } from '../../../contract/permissions'

export const notificationKinds = {
  /** The marketplace ends a shop's authorization within days. */
  'authorization-ending': viewers.products,
  /** A shop's authorization ended: nothing of it comes in until the seller grants a new one. */
  'authorization-ended': viewers.products,
  /** Several syncs of a shop's orders in a row failed. */
  'order-sync-failed': readers.orders,
  /** A rule that pushes failed several times in a row and was switched off. */
  'rule-disarmed': readers.factory,
  /** A rule shows an order to the seller. */
  'rule-notice': readers.orders,
  /** Orders wait for a person to look at their pictures. */
  approvals: readers.orders,
  /** A design that was paid for or pushed needs the seller: its order was refunded or changed, or no factory makes it. */
  alarm: readers.orders,
  /** There are fewer blanks of a case than the seller wants to be warned of. */
  'blanks-low': viewers.printFloor,
  /** An API key ends within days: the program that uses it will stop. */
  'key-ending': readers.users,
  /** A webhook took nothing for days, or its receiver is gone, and was switched off. */
  'webhook-stopped': readers.users,
} as const satisfies Readonly<Record<string, readonly Permission[]>>

export type NotificationKind = keyof typeof notificationKinds
