/** A buyer's design as it was when its buyer submitted it last. Pure. */
import type { Selectable } from 'kysely'
import type { PlacedDesign } from '../../../contract/rules/design-place'
import type { TemplateLayer } from '../../../contract/types'
import type { Database } from '../../kernel/tables'

type Row = Selectable<Database['buyer_design']>

/** The names of the case for which a design was submitted: it may be deleted before an order names the design. */
export interface CaseOfSubmission {
  readonly phoneBrandId: number
  readonly phoneBrandName: string
  readonly phoneModelName: string
  readonly materialId: number
  readonly materialName: string
  readonly colorName: string
}

/** The case and the layers that were drawn, as they are stored. Submissions of deleted cases from before names were kept have none. */
export interface Submission extends Partial<CaseOfSubmission> {
  readonly phoneModelId: number
  readonly materialColorId: number
  readonly layers: Row['layers']
}

// Only `newSubmission` makes what is written into this column.
const read = ({ submission }: Pick<Row, 'submission'>): Submission | null => submission as unknown as Submission | null

/** Returns what was submitted last. */
export function submissionOf(row: Pick<Row, 'id' | 'submission'>): Submission {
  const submission = read(row)
  if (submission === null) throw new Error(`design ${row.id} was not submitted`)
  return submission
}

/** Returns the layers that were submitted last. */
export const submittedLayers = (row: Pick<Row, 'submission'>): readonly TemplateLayer[] =>
  (read(row)?.layers ?? []) as unknown as TemplateLayer[]

/** Returns the names by which a submitted design is placed; '' for those that are not known any more. */
export function placedDesignOf(row: Pick<Row, 'submission'>): PlacedDesign {
  const { phoneBrandName = '', phoneModelName = '', materialName = '', colorName = '' } = read(row) ?? {}
  return { phoneBrandName, phoneModelName, materialName, colorName }
}
