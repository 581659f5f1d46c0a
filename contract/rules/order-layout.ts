/** How a seller wants the order list: the height of its rows, and which columns it has in which order. Pure. */

export const orderDensities = ['compact', 'large'] as const
/** `compact`: a line for each order; `large`: pictures that are large enough to judge a design. */
export type OrderDensity = (typeof orderDensities)[number]

export interface OrderLayout {
  readonly density: OrderDensity
  /** Choices of columns by their keys; one without a choice is as the program begins it. */
  readonly choices: Readonly<Record<string, boolean>>
  /** Keys of columns in their order; the others stand where the program has them. */
  readonly order: readonly string[]
}

/** Most saved views of a user. */
export const maxOrderViews = 20

export const firstOrderLayout: OrderLayout = { density: 'compact', choices: {}, order: [] }

/** Returns `all` in the seller's order; what that does not name follows what it follows in `all`. */
export function inOrder<C extends { readonly key: string }>(all: readonly C[], order: readonly string[]): C[] {
  const sorted = [...new Set(order)].flatMap((key) => all.find((one) => one.key === key) ?? [])
  all.forEach((one, index) => {
    if (sorted.includes(one)) return
    const before = all[index - 1]
    sorted.splice(before === undefined ? 0 : sorted.indexOf(before) + 1, 0, one)
  })
  return sorted
}

/** Returns the keys of all columns with one moved to the place of another, which makes room on the side that it came from. */
export function movedColumn(all: readonly { readonly key: string }[], key: string, target: string): string[] {
  const keys = all.map((one) => one.key)
  const isForward = keys.indexOf(key) < keys.indexOf(target)
  const rest = keys.filter((one) => one !== key)
  rest.splice(rest.indexOf(target) + (isForward ? 1 : 0), 0, key)
  return rest
}
