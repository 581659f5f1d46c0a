import type { TemplateRow } from '../../../../contract/types'
import type { Api } from '../../../api/services'

/** Largest page the server gives. */
const pageSize = 500

/** Every template of a collection, in order. A failure has its own dialog. */
export async function readAllTemplates(api: Api, collectionId: number): Promise<readonly TemplateRow[]> {
  const all = new Map<number, TemplateRow>()
  for (let pageNo = 1; ; pageNo++) {
    const { items } = await api.templates.list({ query: { collectionId, pageNo, pageSize } })
    // By id, because another window may push one from a page to the next while they are read.
    for (const item of items) all.set(item.id, item)
    if (items.length < pageSize) return [...all.values()]
  }
}
