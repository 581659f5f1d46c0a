/** The row of a template as the server answers it. */
import { template as templateSchema } from '../../contract/schemas/templates'
import { templateRow } from '../../contract/test/templates'
import type { Template } from '../../contract/types'
import type { DesignDoc } from '../model/types'
import { templateSave } from '../template/save'

/** Returns the answered row of template 1 in collection 10 that holds this design. */
export function templateOf(doc: DesignDoc, revision = 1): Template {
  const body = templateSave(doc, { revision, thumbnailFileId: null })
  const layers = body.layers.map((layer, i) => ({ ...layer, id: layer.id ?? i + 1 }))
  return templateSchema.parse({ ...templateRow(), ...body, id: 1, collectionId: 10, revision, layers })
}
