/** Turns a row of the dry run into the input of its import task. Pure. */
import { sameArea } from '../print-area'
import type { Picture } from './groups'
import type { PlanRow } from './plan'
import type { RowArea } from './row-area'
import { type RowSize, sizeText } from './row-size'
import type { ImportInput, ImportPicture } from './wireframe-import-task'

/** A picture without the fields that only this window uses. */
const storedPicture = ({ name, blob, facts, trouble }: ImportPicture): ImportPicture => ({
  name,
  blob,
  facts,
  ...(trouble !== undefined && { trouble }),
})

const noSize = { widthMm: null, heightMm: null }
const sizeOf = ({ widthMm, heightMm }: RowSize) => ({ widthMm, heightMm })

interface Choices {
  /** Whether a newly made SKU is put on shelf at once. */
  readonly enabled: boolean
  /** Whether a row that is corrected later gets the hole of its foreground as print area. */
  readonly takesHoles?: boolean
  /** The print area and the millimetres that the row shows. */
  readonly area?: RowArea
  readonly mm?: RowSize
}

export function importInput(
  row: PlanRow<Picture & ImportPicture>,
  { enabled, takesHoles = false, area, mm }: Choices,
): ImportInput {
  const { combination, layers, pictures } = row.group
  if (row.outcome === 'refuse' || !combination) {
    const stored = pictures.map(storedPicture)
    return { what: 'refused', refusal: row.refusal ?? { text: '' }, pictures: stored, ...(takesHoles && { takesHoles }) }
  }
  // A wireframe that exists already needs no file.
  if (row.outcome === 'skip') return { what: 'same' }
  return {
    what: 'send',
    combination,
    layers: {
      ...(layers.foreground && { foreground: storedPicture(layers.foreground) }),
      ...(layers.background && { background: storedPicture(layers.background) }),
    },
    isNew: row.isNew,
    enabled,
    ...(area && !sameArea(area.area, row.keptArea) && { area: { area: area.area, isTyped: area.origin === 'set' } }),
    ...(mm &&
      sizeText(mm) !== sizeText(row.keptMm ?? noSize) && {
        mm: { ...sizeOf(mm), isTyped: mm.origin === 'set' || mm.origin === 'table' },
      }),
  }
}
