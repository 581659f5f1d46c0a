/** Mutations of API keys; each invalidates their list. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiKeyCreate } from '../../../contract/types'
import { apiKeysKey } from '../../api/queries/api-keys'
import { useApi } from '../../api/services'

export function useApiKeyMutations() {
  const api = useApi()
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: apiKeysKey })
  // The server may have carried out a failed call, so read again; do not wait for it, since the failure is shown at once.
  const refresh = { onSuccess: reload, onError: () => void reload() }
  const create = useMutation({
    mutationFn: (body: ApiKeyCreate) => api.apiKeys.create({ body }, { quiet: true }),
    ...refresh,
  })
  // It has no dialog of its own: the app's failure dialog shows a failure.
  const revoke = useMutation({ mutationFn: (id: number) => api.apiKeys.revoke({ params: { id } }), ...refresh })
  return { create, revoke }
}
