/** Query of the sub-accounts. */
import { queryOptions } from '@tanstack/react-query'
import { readList } from '../read-list'
import type { Api } from '../services'

export const subAccountsKey = ['sub-accounts'] as const

/** Reads all sub-accounts of the account, oldest first. */
export const subAccountsQuery = (api: Api) =>
  queryOptions({
    queryKey: subAccountsKey,
    queryFn: readList(api, 'subAccounts', {}),
  })
