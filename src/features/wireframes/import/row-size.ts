/** The millimetres of a row of the check step: what is stored, proposed and typed. Typed figures hold for all rows of a model. Pure. */
import type { PrintArea } from '../../../../contract/types'
import { mmText, type Resolution, resolutionOf } from '../physical-size'
import { readSize } from '../sizes/read-size'
import { type FactorySize, type Proposal, proposalsFor } from '../sizes/size-proposals'
import type { Combination } from './file-name'
import type { PlanRow } from './plan'
import type { SizeEntry } from './size-table'

export interface Millimetres {
  readonly widthMm: number | null
  readonly heightMm: number | null
}

/** The seller's choices about millimetres. */
export interface SizeChoices {
  /** By `modelKey`: the text that was typed for all rows of a model; '' for none. */
  readonly sizes: ReadonlyMap<string, string>
  /** Whether rows without millimetres get the size of the factory, and the estimate of the library. */
  readonly takesFactory: boolean
  readonly takesLibrary: boolean
}

/** A row of a table of sizes that is of this model. */
export type TableSize = Pick<SizeEntry, 'line' | 'name' | 'widthMm' | 'heightMm'> & { readonly file: string }

/** The known sizes of a model, besides what its picture says. */
export interface SizeSources {
  readonly atFactories: readonly FactorySize[]
  readonly inTables: readonly TableSize[]
}

/** A proposal, and whether it has the proportions of the picture: another one is that of another picture. */
export interface JudgedProposal extends Omit<Proposal, 'origin'> {
  readonly origin: Proposal['origin'] | 'table'
  readonly fits: boolean
}

export interface RowSize extends Millimetres {
  /** The text of the field. */
  readonly text: string
  readonly origin: 'stored' | JudgedProposal['origin'] | 'set' | 'none'
  /** The most certain first. */
  readonly proposals: readonly JudgedProposal[]
  /** Who gives several sizes for this model, so that none of them is taken by itself; null where nobody does. */
  readonly doubtful: 'table' | 'factory' | null
  /** The field holds no size. */
  readonly isInvalid: boolean
  readonly stretch: Resolution['stretch']
}

export const modelKey = ({ brand, model }: Pick<Combination, 'brand' | 'model'>): string => `${brand}-${model}`

export const sizeText = ({ widthMm, heightMm }: Millimetres): string =>
  widthMm === null && heightMm === null ? '' : `${mmText(widthMm)}×${mmText(heightMm)}`

/** Where a size of a table stands, for the seller. */
export const tableDetail = ({ file, line, name }: Pick<TableSize, 'file' | 'line' | 'name'>): string =>
  `「${file}」第 ${line} 行「${name}」`

const hasSeveral = (sizes: readonly Millimetres[]): boolean => new Set(sizes.map(sizeText)).size > 1

/** @param area the row's print area, or the hole of its foreground. */
export function rowSize(
  { group: { combination }, size, keptMm }: PlanRow,
  area: PrintArea | null,
  { atFactories, inTables }: SizeSources,
  { sizes, takesFactory, takesLibrary }: SizeChoices,
): RowSize {
  const none = { widthMm: null, heightMm: null, stretch: null, isInvalid: false, doubtful: null }
  if (size === null || combination === null) return { ...none, text: '', origin: 'none', proposals: [] }
  const names = { brand: { name: combination.brand }, model: { name: combination.model } }
  const proposals: readonly JudgedProposal[] = [
    ...inTables.map((one) => ({
      ...{ origin: 'table' as const, widthMm: one.widthMm, heightMm: one.heightMm },
      detail: tableDetail(one),
    })),
    ...proposalsFor(names, size, area, atFactories),
  ].map((one) => ({ ...one, fits: resolutionOf(size, one.widthMm, one.heightMm)?.stretch?.isWrong !== true }))
  const isTableDoubtful = hasSeveral(inTables)
  const isFactoryDoubtful = hasSeveral(atFactories)
  const row = (mm: Millimetres, origin: RowSize['origin'], text = sizeText(mm)): RowSize => ({
    ...{ widthMm: mm.widthMm, heightMm: mm.heightMm, text, origin, proposals },
    doubtful: isTableDoubtful ? 'table' : isFactoryDoubtful ? 'factory' : null,
    stretch: resolutionOf(size, mm.widthMm, mm.heightMm)?.stretch ?? null,
    isInvalid: text !== '' && mm.widthMm === null,
  })
  const set = sizes.get(modelKey(combination))
  if (set !== undefined) return row(readSize(set, size) ?? none, 'set', set)
  // The seller brought the table for this import, so it comes before what is stored.
  const [inTable] = inTables
  if (inTable && !isTableDoubtful) return row(inTable, 'table')
  if (keptMm !== null) return { ...row(keptMm, 'stored'), isInvalid: false }
  if (isTableDoubtful) return row(none, 'none')
  const taken = proposals.find(
    ({ origin, fits }) => fits && (origin === 'factory' ? takesFactory && !isFactoryDoubtful : takesLibrary),
  )
  return taken ? row(taken, taken.origin) : row(none, 'none')
}
