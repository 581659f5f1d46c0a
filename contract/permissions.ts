/** Which permissions open what. Both sides obey it: the server per call, the plugin per screen. Free of imports at run time. */
import type { FileKind, Permission } from './constants'

/**
 * Who may read what, holding any one of these. Whoever works in an area reads what that work needs of the others; `view` reads
 * everything and changes nothing.
 */
export const readers = {
  catalogue: ['catalogue', 'templates', 'shops', 'orders', 'factory', 'view'],
  assets: ['assets', 'templates', 'view'],
  fonts: ['fonts', 'templates', 'view'],
  templates: ['templates', 'shops', 'view'],
  /** Deletions that can be undone; each sees those of its own area. */
  trash: ['catalogue', 'assets', 'templates', 'fonts', 'view'],
  /** Which shops there are. */
  shops: ['shops', 'orders', 'credits', 'factory', 'view'],
  /** Products, their configurations, and customization links. */
  products: ['shops', 'view'],
  orders: ['orders', 'factory', 'view'],
  downloads: ['orders', 'view'],
  /** The balance: a download is paid from it. */
  balance: ['credits', 'orders', 'view'],
  /** Recharges and what was charged. */
  credits: ['credits', 'view'],
  factory: ['factory', 'view'],
  users: ['users'],
} as const satisfies Readonly<Record<string, readonly Permission[]>>

/** Who may upload a file of a kind: whoever works on what it is for. */
export const uploaders: Readonly<Record<FileKind, readonly Permission[]>> = {
  1: ['assets', 'templates'],
  2: ['templates', 'fonts'],
  3: ['templates'],
  4: ['catalogue'],
  5: ['orders'],
  6: ['fonts'],
}

/** Whether somebody who holds `held` has one of `wanted`. */
export const holdsAny = (held: readonly Permission[], wanted: readonly Permission[]): boolean =>
  wanted.some((permission) => held.includes(permission))
