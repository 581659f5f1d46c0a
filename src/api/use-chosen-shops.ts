import { useQuery } from '@tanstack/react-query'
import { meQuery } from './queries/session'
import { useApi } from './services'

/** Whether the main account chose the shops of the user: then a list without shops says so, because adding one is not up to him. */
export function useChosenShops(): boolean {
  const me = useQuery(meQuery(useApi()))
  return me.data?.shopIds !== undefined
}
