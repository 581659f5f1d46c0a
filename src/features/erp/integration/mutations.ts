/** Mutations of the factories' programs: their keys, and the sync of its factories. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { InvalidError } from '../../../../contract/call-errors'
import type { ErpKind } from '../../../../contract/constants'
import { erpKeys } from '../../../api/queries/erp'
import { useApi } from '../../../api/services'
import { announceChange } from '../../../base/aside-window'

/** The fields of a key, as its program names them: `apiAccessToken` alone, any other in `key`. */
export interface KeyWrite {
  readonly apiAccessToken?: string
  readonly key?: Readonly<Record<string, string>>
}

export function useIntegrationMutations() {
  const api = useApi()
  const queries = useQueryClient()
  // Another key may belong to another account of the program, so everything read with the old key is read again.
  const reload = () => {
    announceChange(erpKeys.all)
    return queries.invalidateQueries({ queryKey: erpKeys.all })
  }
  const onError = () => void queries.invalidateQueries({ queryKey: erpKeys.integrations() })
  const create = useMutation({
    mutationFn: (body: KeyWrite & { readonly erp: ErpKind }) => api.erpIntegrations.create({ body }, { quiet: true }),
    onSuccess: reload,
    onError,
  })
  const change = useMutation({
    mutationFn: ({ id, ...body }: KeyWrite & { readonly id: number }) =>
      api.erpIntegrations.update({ params: { id }, body }, { quiet: true }),
    onSuccess: reload,
    onError,
  })
  return { create, change }
}

/** Whether a sync failed because the list lacked most of the known factories, and may be accepted. */
export const asksToAccept = (error: unknown): boolean =>
  error instanceof InvalidError && error.issues.some(({ path }) => path === 'query.acceptShorter')

/** Reads the lists of factories from their programs; the integration records when the key is refused. */
export function useFactorySyncAll() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (acceptShorter: boolean) =>
      api.factories.sync({ query: acceptShorter ? { acceptShorter: 'true' } : {} }, { quiet: true }),
    onSuccess: (done) => {
      queries.setQueryData(erpKeys.factories(), done.factories)
      announceChange(erpKeys.all)
      void queries.invalidateQueries({ queryKey: erpKeys.integrations() })
    },
    onError: () => void queries.invalidateQueries({ queryKey: erpKeys.integrations() }),
  })
}
