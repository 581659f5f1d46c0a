/** Rights of API keys: which areas a program may read or change, and what it may spend in a day. Server and plugin judge by them. */

/** The areas of a key's rights; each is the permission of the users who work on it. Users, the log and the keys are in none. */
export const keyAreas = ['orders', 'factory', 'credits', 'shops', 'templates', 'assets', 'fonts', 'catalogue'] as const
export type KeyArea = (typeof keyAreas)[number]
export const keyRights = ['read', 'write'] as const
export type KeyRight = (typeof keyRights)[number]
/** An absent area is neither read nor changed; `write` includes `read`. */
export type KeyRights = { readonly [A in KeyArea]?: KeyRight }

/**
 * The calls that cost something, which no right of an area allows: each is ticked on its own, with a ceiling a day. `push` orders cases at
 * a factory and is counted in cases; `download` spends credits; `recharge` opens payments and is counted in their credits.
 */
export const keyMoneyKinds = ['push', 'download', 'recharge'] as const
export type KeyMoney = (typeof keyMoneyKinds)[number]
/** The ceiling of a day in Beijing of each kind that is ticked. */
export type KeyCeilings = { readonly [M in KeyMoney]?: number }

export const keyLimits = {
  /** Keys of an account that are neither ended nor revoked. */
  perAccount: 50,
  /** Ceilings a day: cases, or credits. */
  ceiling: { min: 1, max: 10_000_000 },
  /** Addresses and networks of one key. */
  addresses: 20,
  /** A year. */
  lifeDays: 366,
} as const

/** Every key begins with this, so that one in a log or a repository is found by a search. */
export const keyMark = 'kj_'
/** Characters of a key that stay visible, its mark included. */
export const shownKeyLength = 9

/** Days before a key's end on which the account is warned of it. */
export const keyWarningDays = [14, 3] as const

/** Whether the rights cover a right in one of the areas. */
export const covers = (rights: KeyRights, areas: readonly KeyArea[], right: KeyRight): boolean =>
  areas.some((area) => rights[area] === 'write' || (right === 'read' && rights[area] === 'read'))
