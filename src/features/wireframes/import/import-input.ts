/** Turns a row of the dry run into the input of its import task. Pure. */
import type { Picture } from './groups'
import type { PlanRow } from './plan'
import type { ImportInput, ImportPicture } from './wireframe-import-task'

/** A picture without the fields that only this window uses. */
const storedPicture = ({ name, blob, facts, trouble }: ImportPicture): ImportPicture => ({
  name,
  blob,
  facts,
  ...(trouble !== undefined && { trouble }),
})

/** @param enabled whether a newly made SKU is put on shelf at once. */
export function importInput(row: PlanRow<Picture & ImportPicture>, { enabled }: { readonly enabled: boolean }): ImportInput {
  const { combination, layers, pictures } = row.group
  if (row.outcome === 'refuse' || !combination) {
    return { what: 'refused', refusal: row.refusal ?? { text: '' }, pictures: pictures.map(storedPicture) }
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
  }
}
