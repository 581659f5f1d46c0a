import type { QueryClient } from '@tanstack/react-query'
import { homeQuery } from '../../api/queries/home'
import type { Api } from '../../api/services'

/** Reads what is to do and the numbers, which the screen shows first. */
export default async function readFirstData({
  api,
  queries,
}: {
  readonly api: Api
  readonly queries: QueryClient
}): Promise<void> {
  await queries.fetchQuery(homeQuery(api))
}
