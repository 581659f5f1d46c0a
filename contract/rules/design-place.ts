/**
 * Decides into which item of an order a buyer's design goes: the live one that was bought for the design's phone, as many designs as
 * pieces. Never a gift, 补差价, a film, a service, or an item that must not be made; in doubt none, and the seller is asked. Imports,
 * order numbers, platforms, designs that are submitted late and bindings without an item use it. Pure.
 */
import { fitOf, type PhoneFit, propertyParts } from './bought-case'
import { lineKindOf } from './line-kind'

export interface PlaceLine {
  readonly id: number
  readonly title: string
  readonly propertiesName: string
  readonly quantity: number
  /** It must not be made: refunded, closed, unpaid, shipped already. */
  readonly isHeld: boolean
  /** Designs that it holds, each with its remakes counted once. */
  readonly designs: number
  /** A design of it was sent to a factory: another one would change the pieces there. */
  readonly isSent: boolean
  /** Its product is known to be customized: it has a customization setting, or its items had designs. */
  readonly isCustomizable: boolean
}

/** The names of the case for which a design was made. */
export interface PlacedDesign {
  readonly phoneBrandName: string
  readonly phoneModelName: string
  readonly materialName: string
  readonly colorName: string
}

/** Why no item is certain: there is none for designs, those for this phone are held, full or sent, only others, or several. */
export const doubts = ['noLine', 'held', 'full', 'sent', 'otherPhone', 'several'] as const
export type Doubt = (typeof doubts)[number]

export type Placement =
  | { readonly lineId: number; readonly doubt: null }
  /** `bought`: the phone that was bought instead, where it is known. */
  | { readonly lineId: null; readonly doubt: Doubt; readonly bought: string | null }

type Line = PlaceLine & { taken: number }

/** Whether a design can still go into a line: it is to be made, nothing of it was sent, and a piece is free. */
export const isOpenLine = ({ isHeld, isSent, quantity, designs }: PlaceLine): boolean => !isHeld && !isSent && designs < quantity
const isOpen = (line: Line): boolean => isOpenLine({ ...line, designs: line.designs + line.taken })
const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, '')

/** Items whose product is customized count before all others; where no product is known to be, every case counts. */
function placeable<L extends PlaceLine>(lines: readonly L[]): readonly L[] {
  const cases = lines.filter((line) => line.quantity > 0 && lineKindOf(line) === 'case')
  const known = cases.filter(({ isCustomizable }) => isCustomizable)
  return known.length > 0 ? known : cases
}

/** How many of the design's material and colour the choice names. */
function materialScore({ propertiesName }: PlaceLine, { materialName, colorName }: PlacedDesign): number {
  const values = propertyParts(propertiesName).map(({ value }) => plain(value))
  const isNamed = (name: string) => name !== '' && values.some((value) => value.includes(name) || name.includes(value))
  return [materialName, colorName].map(plain).filter(isNamed).length
}

/** Returns the one of several free lines: the one that names the design's material and colour, or of equal ones the emptiest. */
function chooseAmong(lines: readonly Line[], design: PlacedDesign, areEqual: (a: Line, b: Line) => boolean): Line | null {
  const scores = lines.map((line) => materialScore(line, design))
  const best = lines.filter((_, at) => scores[at] === Math.max(...scores))
  const [first] = best
  if (!first || !best.every((line) => areEqual(first, line))) return null
  return best.reduce((emptiest, line) => (line.designs + line.taken < emptiest.designs + emptiest.taken ? line : emptiest))
}

const haveEqualPieces = (a: Line, b: Line): boolean => a.quantity === b.quantity
const isSameChoice = (a: Line, b: Line): boolean =>
  a.propertiesName === b.propertiesName && a.title === b.title && haveEqualPieces(a, b)

const doubtOf = (lines: readonly Line[]): Doubt => {
  if (lines.every(({ isHeld }) => isHeld)) return 'held'
  const live = lines.filter(({ isHeld }) => !isHeld)
  return live.some(({ isSent, designs, taken }) => isSent && designs + taken > 0) ? 'sent' : 'full'
}

const asked = (doubt: Doubt, bought: string | null = null): Placement => ({ lineId: null, doubt, bought })

/**
 * Places designs that one order names, in their order; those whose phone an item names come first. Returns a placement for each.
 *
 * @param lines all items of the order, in their order.
 */
export function placeDesigns(lines: readonly PlaceLine[], designs: readonly PlacedDesign[]): readonly Placement[] {
  const cases: readonly Line[] = placeable(lines).map((line) => ({ ...line, taken: 0 }))
  const fits = designs.map((design) => new Map(cases.map((line) => [line, fitOf(line.propertiesName, design)])))
  const linesWith = (at: number, fit: PhoneFit) => cases.filter((line) => fits[at]?.get(line)?.fit === fit)
  const place = (lines: readonly Line[], design: PlacedDesign, areEqual: typeof isSameChoice): Placement => {
    const line = chooseAmong(lines, design, areEqual)
    if (line === null) return asked('several')
    line.taken++
    return { lineId: line.id, doubt: null }
  }
  const placements = designs.map((design, at): Placement | null => {
    const same = linesWith(at, 'same')
    if (same.length === 0) return null
    const open = same.filter(isOpen)
    return open.length === 0 ? asked(doubtOf(same)) : place(open, design, haveEqualPieces)
  })
  return placements.map((placement, at) => {
    const design = designs[at]
    if (placement !== null || design === undefined) return placement ?? asked('noLine')
    const unknown = linesWith(at, 'unknown')
    const open = unknown.filter(isOpen)
    // Of different products that name no phone, not even a colour tells which one is meant.
    if (open.some(({ title }) => title !== open[0]?.title)) return asked('several')
    if (open.length > 0) return place(open, design, isSameChoice)
    const others = linesWith(at, 'other')
    const [live] = others.filter(({ isHeld }) => !isHeld)
    if (unknown.length > 0) return asked(doubtOf(unknown))
    if (live) return asked('otherPhone', fits[at]?.get(live)?.bought ?? null)
    return asked(others.length > 0 ? 'held' : 'noLine')
  })
}

/** Places one design. */
export const placeDesign = (lines: readonly PlaceLine[], design: PlacedDesign): Placement =>
  placeDesigns(lines, [design])[0] ?? asked('noLine')

/**
 * Returns the live items without a design that may want the same design again: bought for its phone or, where they name none, of the
 * same title as `holder`, the item that has it.
 */
export const linesForAnother = (lines: readonly PlaceLine[], design: PlacedDesign, holder: PlaceLine): readonly PlaceLine[] =>
  placeable(lines).filter((line) => {
    const { fit } = fitOf(line.propertiesName, design)
    const isWanted = fit === 'same' || (fit === 'unknown' && line.title === holder.title)
    return isWanted && !line.isHeld && line.designs === 0
  })
