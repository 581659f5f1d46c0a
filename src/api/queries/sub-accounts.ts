/** Reads of the sub-accounts. */
import { queryOptions } from '@tanstack/react-query'
import { routes } from '../../../contract/routes'
import type { Api } from '../services'
import { listReply } from '../shape'

export const subAccountsKey = ['sub-accounts'] as const

/** All sub-accounts of the account, oldest first. */
export const subAccountsQuery = (api: Api) =>
  queryOptions({
    queryKey: subAccountsKey,
    queryFn: async ({ signal }) => listReply(routes.subAccounts.list, await api.subAccounts.list({}, { signal, quiet: true })),
  })
