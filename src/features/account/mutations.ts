/** Mutations of sub-accounts; each invalidates their list. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Permission } from '../../../contract/constants'
import { subAccountsKey } from '../../api/queries/sub-accounts'
import { useApi } from '../../api/services'

export interface SubAccountWrite {
  readonly username: string
  readonly permissions: readonly Permission[]
  /** Null: all shops. */
  readonly shopIds: readonly number[] | null
}

const bodyOf = ({ username, permissions, shopIds }: SubAccountWrite) => ({
  username,
  permissions: [...permissions],
  shopIds: shopIds && [...shopIds],
})

export function useSubAccountMutations() {
  const api = useApi()
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: subAccountsKey })
  // The server may have carried out a failed call, so read again; do not wait for it, since the failure is shown at once.
  const refresh = { onSuccess: reload, onError: () => void reload() }
  const create = useMutation({
    mutationFn: (write: SubAccountWrite) => api.subAccounts.create({ body: bodyOf(write) }, { quiet: true }),
    ...refresh,
  })
  const update = useMutation({
    mutationFn: ({ id, ...write }: SubAccountWrite & { readonly id: number }) =>
      api.subAccounts.update({ params: { id }, body: bodyOf(write) }, { quiet: true }),
    ...refresh,
  })
  // These have no dialog of their own: the app's failure dialog shows a failure.
  const enable = useMutation({
    mutationFn: ({ id, enabled }: { readonly id: number; readonly enabled: boolean }) =>
      api.subAccounts.update({ params: { id }, body: { enabled } }),
    ...refresh,
  })
  const link = useMutation({ mutationFn: (id: number) => api.subAccounts.setupLink({ params: { id } }), ...refresh })
  const remove = useMutation({ mutationFn: (id: number) => api.subAccounts.remove({ params: { id } }), ...refresh })
  return { create, update, enable, link, remove }
}
