/** Rows of the table 填毫米: what is stored, proposed and typed of each wireframe, and what applying the ticked rows changes. Pure. */
import type { PrintArea, Wireframe } from '../../../../contract/types'
import { mmText, type Resolution, resolutionOf } from '../physical-size'
import { printAreaFields } from '../print-area'
import { nameOfRow, type WireframeRow } from '../rows'
import type { ChangeInput } from '../wireframe-change-task'
import { readMm } from './read-size'
import { type FactorySize, type Proposal, proposalsFor } from './size-proposals'

/** A wireframe and the first row that shows it. */
export interface SizeSource {
  readonly row: WireframeRow
  readonly wireframe: Wireframe
}

export interface TypedSize {
  readonly width: string
  readonly height: string
}

export interface SizeRow {
  /** The wireframe's. */
  readonly id: number
  readonly name: string
  readonly wireframe: Wireframe
  readonly row: WireframeRow
  /** The hole of the foreground, where no print area is stored. */
  readonly hole: PrintArea | null
  /** The hole is still being looked for, and nothing is proposed before. */
  readonly isPending: boolean
  readonly proposals: readonly Proposal[]
  readonly typed: TypedSize
  /** Where the shown figures are from; null without any. */
  readonly origin: 'stored' | Proposal['origin'] | 'typed' | null
  readonly widthMm: number | null
  readonly heightMm: number | null
  /** One of the fields holds no length. */
  readonly isInvalid: boolean
  readonly isChanged: boolean
  readonly stretch: Resolution['stretch']
}

/** The data besides the wireframes from which the rows are computed. */
export interface SizeContext {
  /** By the id of the account's model. */
  readonly factorySizes: ReadonlyMap<number, readonly FactorySize[]>
  /** By the id of the wireframe, as far as they were found. */
  readonly holes: ReadonlyMap<number, PrintArea | null>
}

const typedOf = ({ widthMm, heightMm }: { readonly widthMm: number | null; readonly heightMm: number | null }): TypedSize => ({
  width: mmText(widthMm),
  height: mmText(heightMm),
})
const sameTyped = (one: TypedSize, other: TypedSize): boolean => one.width === other.width && one.height === other.height

/** Whether a hole is looked for: where no print area is stored, in a foreground. */
export const hasHole = ({ printArea, layers }: Wireframe): boolean => printArea === null && layers.some(({ index }) => index > 0)

/** @param edit what the seller typed; without it the row shows what is stored, otherwise the first proposal. */
export function sizeRow(
  { row, wireframe }: SizeSource,
  { factorySizes, holes }: SizeContext,
  edit: TypedSize | undefined,
): SizeRow {
  const hole = wireframe.printArea === null ? (holes.get(wireframe.id) ?? null) : null
  const isPending = hasHole(wireframe) && !holes.has(wireframe.id)
  const atFactories = factorySizes.get(row.model.id) ?? []
  const proposals = isPending ? [] : proposalsFor(row, wireframe, wireframe.printArea ?? hole, atFactories)
  const stored = typedOf(wireframe)
  const hasStored = stored.width !== '' || stored.height !== ''
  const typed = edit ?? (hasStored || proposals[0] === undefined ? stored : typedOf(proposals[0]))
  const [widthMm, heightMm] = [readMm(typed.width), readMm(typed.height)]
  const isInvalid = widthMm === undefined || heightMm === undefined
  const proposed = proposals.find((one) => sameTyped(typed, typedOf(one)))
  return {
    ...{ id: wireframe.id, name: nameOfRow(row), wireframe, row, hole, isPending, proposals, typed, isInvalid },
    origin: sameTyped(typed, stored) ? (hasStored ? 'stored' : null) : (proposed?.origin ?? 'typed'),
    widthMm: widthMm ?? null,
    heightMm: heightMm ?? null,
    isChanged: !isInvalid && !sameTyped(typedOf({ widthMm, heightMm }), stored),
    stretch: isInvalid ? null : (resolutionOf(wireframe, widthMm, heightMm)?.stretch ?? null),
  }
}

/** Whether a row is ticked before the seller ticks anything: what he typed, and proposals of the picture's proportions. */
export const isTickedAtFirst = ({ isChanged, origin, stretch, isInvalid }: SizeRow): boolean =>
  isInvalid || (isChanged && (origin === 'typed' || stretch?.isWrong !== true))

export interface SizePlan {
  readonly changes: readonly { readonly row: SizeRow; readonly input: ChangeInput }[]
  /** Ticked rows in which a field holds no length. */
  readonly invalid: readonly SizeRow[]
  /** Number of ticked rows that stay as they are. */
  readonly same: number
}

/** @param takesHoles wireframes without a print area get the hole of their foreground as one. */
export function planSizes(ticked: readonly SizeRow[], takesHoles: boolean): SizePlan {
  const changes = ticked.flatMap((row) => {
    const { wireframe, widthMm, heightMm, isChanged, isInvalid, origin, hole } = row
    const area = takesHoles ? hole : null
    if (isInvalid || (!isChanged && area === null)) return []
    const isFactory = isChanged && origin === 'factory' && wireframe.standard === 'library'
    const change = {
      ...(isChanged && { widthMm, heightMm }),
      // The size is the factory's from now on; the camera is still a guess, so the mark stays.
      ...(isFactory && { standard: 'factory' as const }),
      ...(area && printAreaFields(area)),
    }
    const before = {
      ...(isChanged && { widthMm: wireframe.widthMm, heightMm: wireframe.heightMm }),
      ...(isFactory && { standard: wireframe.standard }),
      ...(area && printAreaFields(null)),
    }
    return [{ row, input: { wireframeId: wireframe.id, change, before } }]
  })
  return {
    changes,
    invalid: ticked.filter(({ isInvalid }) => isInvalid),
    same: ticked.filter(({ isInvalid }) => !isInvalid).length - changes.length,
  }
}
