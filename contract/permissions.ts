/** Which permissions allow what: the server checks calls, the plugin screens. It imports types only, for the plugin's bundle. */
import type { FileKind, Permission } from './constants'

/**
 * The permissions that allow reading an area, each on its own. A permission for one area also allows reading the parts of others that
 * its work needs. `view` reads everything except users and the audit log.
 */
export const readers = {
  catalogue: ['catalogue', 'templates', 'shops', 'orders', 'factory', 'view'],
  /** Designs of templates and of orders take pictures and fonts. */
  assets: ['assets', 'templates', 'orders', 'view'],
  fonts: ['fonts', 'templates', 'orders', 'view'],
  templates: ['templates', 'shops', 'view'],
  /** Deletions that can be undone; a user sees those of the areas that he may change. */
  trash: ['catalogue', 'assets', 'templates', 'fonts', 'view'],
  /** The list of shops. */
  shops: ['shops', 'orders', 'credits', 'factory', 'view'],
  /** Products, their configurations, and customization links. */
  products: ['shops', 'view'],
  orders: ['orders', 'factory', 'view'],
  downloads: ['orders', 'view'],
  /** Print profiles, by which downloads are written, and by which the designer shows the inks of a template. */
  printProfiles: ['templates', 'orders', 'factory', 'view'],
  /** Printers, jigs, pieces and batches; who works on orders sees how far a piece is. */
  printFloor: ['orders', 'factory', 'view'],
  /** Scanning a piece on to its next step: who packs need not set up printers. */
  printSteps: ['orders', 'factory'],
  /** The balance, which also users of downloads need. */
  balance: ['credits', 'orders', 'view'],
  /** Recharge records and usage records. */
  credits: ['credits', 'view'],
  factory: ['factory', 'view'],
  users: ['users'],
} as const satisfies Readonly<Record<string, readonly Permission[]>>

/**
 * The permissions that show an area's screen. Rows of some areas are read by more users than those who work on them: a user of orders
 * needs models and fonts for his own screens, and not the screens of models and fonts.
 */
export const viewers = {
  ...readers,
  home: ['orders', 'factory', 'view', 'users'],
  catalogue: ['catalogue', 'view'],
  assets: ['assets', 'view'],
  templates: ['templates', 'view'],
  fonts: ['fonts', 'view'],
  printProfiles: ['factory', 'view'],
  printFloor: ['factory', 'view'],
} as const satisfies Readonly<Record<keyof typeof readers | 'home', readonly Permission[]>>

/** The permissions that allow uploading a file of a kind, each on its own. */
export const uploaders: Readonly<Record<FileKind, readonly Permission[]>> = {
  1: ['assets', 'templates'],
  2: ['templates', 'fonts'],
  3: ['templates', 'orders'],
  4: ['catalogue'],
  5: ['orders'],
  6: ['fonts'],
  7: ['factory'],
}

/** Whether `held` contains one of `wanted`. */
export const holdsAny = (held: readonly Permission[], wanted: readonly Permission[]): boolean =>
  wanted.some((permission) => held.includes(permission))
