import type { TemplateRow } from '../../../../contract/types'
import type { Api } from '../../../api/services'

/** Largest page size that the server accepts. */
const pageSize = 500

/** Reads every template of a collection, in order. A failed request shows its own dialog. */
export async function readAllTemplates(api: Api, collectionId: number): Promise<readonly TemplateRow[]> {
  const all = new Map<number, TemplateRow>()
  for (let pageNo = 1; ; pageNo++) {
    const { items } = await api.templates.list({ query: { collectionId, pageNo, pageSize } }, { again: true })
    // Keyed by id: a change in another window may shift a template to the next page while pages are read.
    for (const item of items) all.set(item.id, item)
    if (items.length < pageSize) return [...all.values()]
  }
}
