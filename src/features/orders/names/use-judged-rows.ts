import { useMemo } from 'react'
import type { NameRow, NameTemplate } from '../../../../contract/types'
import { settingsOf } from './list-settings'
import { doubtsOf, drawnRow, duplicatesOf, type ListRow, type RowDoubt } from './name-rows'
import type { CatalogueCases } from './use-catalogue-cases'
import { type Checks, useChecks } from './use-checks'
import type { NameListDraft } from './use-name-list'

export interface JudgedRow {
  readonly row: ListRow
  /** As it is drawn; null while its case is not known. */
  readonly drawn: NameRow | null
  readonly doubts: readonly RowDoubt[]
  /** `stop`: it has to be mended; `look`: it has to be looked at; `seen`: the seller has looked at it; `out`: it is not made. */
  readonly state: 'stop' | 'look' | 'seen' | 'fine' | 'out'
  /** Whether the server has said what it thinks of it. */
  readonly isKnown: boolean
}

function stateOf(row: ListRow, doubts: readonly RowDoubt[]): JudgedRow['state'] {
  if (row.isLeftOut) return 'out'
  if (doubts.some(({ kind }) => kind === 'stop')) return 'stop'
  if (row.isChecked) return 'seen'
  return doubts.length > 0 ? 'look' : 'fine'
}

/** Judges the rows of a list as they are now; the server is asked from the step on in which they are looked at. */
export function useJudgedRows(
  draft: NameListDraft,
  template: NameTemplate | null,
  cases: CatalogueCases,
): { readonly judged: readonly JudgedRow[]; readonly checks: Checks } {
  const { rows, phoneModelId, materialColorId, step } = draft
  const { phonesOf, colors } = cases
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours stand for the function that finds them
  const settings = useMemo(
    () => settingsOf({ phoneModelId, materialColorId }, cases),
    [phoneModelId, materialColorId, phonesOf, colors],
  )
  const drawn = useMemo(() => rows.map((row) => (row.isLeftOut ? null : drawnRow(row, settings))), [rows, settings])
  const checks = useChecks(template?.problem === null ? template.id : null, step === 0 ? [] : drawn)
  const duplicates = useMemo(() => duplicatesOf(rows, settings), [rows, settings])
  const judged = rows.map((row, at): JudgedRow => {
    const own = drawn[at] ?? null
    const checked = checks.of(own)
    const doubts = doubtsOf(row, { settings, layers: template?.layers ?? [], duplicates, checked })
    return { row, drawn: own, doubts, state: stateOf(row, doubts), isKnown: checked !== undefined }
  })
  return { judged, checks }
}
