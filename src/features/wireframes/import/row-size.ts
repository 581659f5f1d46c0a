/** The millimetres of a row of the check step: what is stored, proposed and typed. Typed figures hold for all rows of a model. Pure. */
import type { PrintArea } from '../../../../contract/types'
import { mmText, type Resolution, resolutionOf } from '../physical-size'
import { readSize } from '../sizes/read-size'
import { type FactorySize, type Proposal, proposalsFor } from '../sizes/size-proposals'
import type { Combination } from './file-name'
import type { PlanRow } from './plan'

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

/** A proposal, and whether it has the proportions of the picture: another one is that of another picture. */
export interface JudgedProposal extends Proposal {
  readonly fits: boolean
}

export interface RowSize extends Millimetres {
  /** The text of the field. */
  readonly text: string
  readonly origin: 'stored' | Proposal['origin'] | 'set' | 'none'
  /** The most certain first. */
  readonly proposals: readonly JudgedProposal[]
  /** The factories give several sizes for this model, so none of them is taken by itself. */
  readonly isDoubtful: boolean
  /** The field holds no size. */
  readonly isInvalid: boolean
  readonly stretch: Resolution['stretch']
}

export const modelKey = ({ brand, model }: Pick<Combination, 'brand' | 'model'>): string => `${brand}-${model}`

export const sizeText = ({ widthMm, heightMm }: Millimetres): string =>
  widthMm === null && heightMm === null ? '' : `${mmText(widthMm)}×${mmText(heightMm)}`

/**
 * @param area the row's print area, or the hole of its foreground.
 * @param atFactories the sizes that the factories give for this model.
 */
export function rowSize(
  { group: { combination }, size, keptMm }: PlanRow,
  area: PrintArea | null,
  atFactories: readonly FactorySize[],
  { sizes, takesFactory, takesLibrary }: SizeChoices,
): RowSize {
  const none = { widthMm: null, heightMm: null, stretch: null, isInvalid: false, isDoubtful: false }
  if (size === null || combination === null) return { ...none, text: '', origin: 'none', proposals: [] }
  const names = { brand: { name: combination.brand }, model: { name: combination.model } }
  const proposals = proposalsFor(names, size, area, atFactories).map((one) => ({
    ...one,
    fits: resolutionOf(size, one.widthMm, one.heightMm)?.stretch?.isWrong !== true,
  }))
  const isDoubtful = new Set(atFactories.map(sizeText)).size > 1
  const row = (mm: Millimetres, origin: RowSize['origin'], text = sizeText(mm)): RowSize => {
    const stretch = resolutionOf(size, mm.widthMm, mm.heightMm)?.stretch ?? null
    return { ...{ ...mm, text, origin, proposals, isDoubtful, stretch }, isInvalid: text !== '' && mm.widthMm === null }
  }
  const set = sizes.get(modelKey(combination))
  if (set !== undefined) return row(readSize(set, size) ?? none, 'set', set)
  if (keptMm !== null) return { ...row(keptMm, 'stored'), isInvalid: false }
  const taken = proposals.find(({ origin, fits }) => fits && (origin === 'factory' ? takesFactory && !isDoubtful : takesLibrary))
  return taken ? row(taken, taken.origin) : row(none, 'none')
}
