import { useQuery } from '@tanstack/react-query'
import { homeQuery } from '../../api/queries/home'
import { customizationUrlsQuery, shopsQuery } from '../../api/queries/shops'
import { useApi } from '../../api/services'
import type { KnownAccount } from './steps'

/** Reads what fills in the addresses of the first steps; without it they lead to the same screens, with nothing filled in. */
export function useKnownAccount(): KnownAccount {
  const api = useApi()
  const shops = useQuery({ ...shopsQuery(api), meta: { quiet: true } })
  const links = useQuery({ ...customizationUrlsQuery(api), meta: { quiet: true } })
  const home = useQuery(homeQuery(api))
  return { shops: shops.data, links: links.data, done: home.data?.firstSteps ?? undefined }
}
