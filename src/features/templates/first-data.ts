import type { QueryClient } from '@tanstack/react-query'
import { templateCollectionsQuery, templateListQuery } from '../../api/queries/templates'
import type { Api } from '../../api/services'
import { pageIn } from '../../ui/list-page'
import { pageSizes, shownCollection } from './shown-page'

/** Reads the collections and the page of templates that the screen shows at these parameters. */
export default async function readFirstData(
  { api, queries }: { readonly api: Api; readonly queries: QueryClient },
  params: URLSearchParams,
): Promise<void> {
  const get = (name: string) => params.get(name) ?? ''
  const collections = await queries.fetchQuery({ ...templateCollectionsQuery(api), meta: { quiet: true } })
  const collection = shownCollection(collections, get)
  if (collection === undefined) return
  await queries.fetchQuery({
    ...templateListQuery(api, { collectionId: collection.id, ...pageIn(get, pageSizes) }),
    meta: { quiet: true },
  })
}
