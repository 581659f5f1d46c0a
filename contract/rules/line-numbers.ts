/**
 * The numbers of order lines where a marketplace numbers none: `<order>-<n>`, the same from every source, so that a shop which changes
 * from files to a sync keeps its lines and their designs. Pure.
 */

/** The facts that tell the lines of an order apart; undefined or null: the source does not know it. */
export interface LineFacts {
  readonly productOriginalId?: string | null | undefined
  readonly skuOriginalId?: string | null | undefined
  readonly merchantSku?: string | null | undefined
  readonly propertiesName?: string | undefined
  readonly title?: string | undefined
}

const rankOf = ({ productOriginalId, skuOriginalId, merchantSku, propertiesName }: LineFacts): string =>
  JSON.stringify([productOriginalId ?? '', skuOriginalId ?? merchantSku ?? '', propertiesName ?? ''])

/** Returns the lines with their numbers: n counts from 1 by product, SKU or merchant SKU, and choice. */
export const numberLines = <L extends LineFacts>(
  orderNumber: string,
  lines: readonly L[],
): (L & { readonly originalId: string })[] =>
  lines
    .map((line) => ({ line, rank: rankOf(line) }))
    .sort((one, next) => (one.rank < next.rank ? -1 : one.rank > next.rank ? 1 : 0))
    .map(({ line }, at) => ({ ...line, originalId: `${orderNumber}-${at + 1}` }))

/** Whether a number of a line was given by `numberLines`. */
export const isCounted = (orderNumber: string, lineNumber: string): boolean =>
  lineNumber.startsWith(orderNumber) && /^-\d+$/.test(lineNumber.slice(orderNumber.length))

/** The values of a choice without their names: a file may have `iPhone 15,黑` for `型号:iPhone 15;颜色:黑`. */
const valuesOf = (choice: string): string =>
  choice
    .normalize('NFKC')
    .split(/[;,]/)
    .map((part) =>
      part
        .slice(part.indexOf(':') + 1)
        .replace(/\s/g, '')
        .toLowerCase(),
    )
    .filter(Boolean)
    .sort()
    .join(';')

const idNames = ['productOriginalId', 'skuOriginalId', 'merchantSku'] as const

/** Whether two sources may mean the same line: nothing that both know differs, and both know a code or the choice. */
export function mayBeSameLine(one: LineFacts, other: LineFacts): boolean {
  const shared = idNames.filter((name) => one[name] && other[name])
  if (shared.some((name) => one[name] !== other[name])) return false
  const [choice, otherChoice] = [valuesOf(one.propertiesName ?? ''), valuesOf(other.propertiesName ?? '')]
  const knowChoice = choice !== '' && otherChoice !== ''
  if (knowChoice && choice !== otherChoice) return false
  if (shared.length === 0 && one.title && other.title && one.title !== other.title) return false
  return knowChoice || shared.includes('skuOriginalId') || shared.includes('merchantSku')
}
