/** The rows of the check step: the dry run, with the print area and the millimetres that the import will write. Pure. */
import type { Picture } from './groups'
import type { Plan, PlanRow } from './plan'
import { type AreaChoices, type FoundHoles, type RowArea, rowArea } from './row-area'
import { type RowSize, rowSize, type SizeChoices, type SizeSources } from './row-size'

export interface CheckRow<P extends Picture = Picture> extends PlanRow<P> {
  readonly area: RowArea
  readonly mm: RowSize
  /** The import waits until the hole of this row's foreground is found. */
  readonly isAwaited: boolean
}

export interface Choices extends AreaChoices, SizeChoices {
  readonly holes: FoundHoles
}

/** @param sourcesOf returns what is known of the size of the row's model. */
export function checkRows<P extends Picture>(
  { rows }: Plan<P>,
  choices: Choices,
  sourcesOf: (row: PlanRow) => SizeSources,
): readonly CheckRow<P>[] {
  return rows.map((row) => {
    const area = rowArea(row, choices.holes, choices)
    const mm = rowSize(row, area.area ?? area.hole, sourcesOf(row), choices)
    // The estimate of the library is made from the printed part of the picture.
    const isAwaited = area.isPending && area.area === null && (choices.takesHoles || mm.origin === 'library')
    return { ...row, area, mm, isAwaited }
  })
}
