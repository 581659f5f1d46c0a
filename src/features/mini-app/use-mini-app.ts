import { useQuery } from '@tanstack/react-query'
import type { MiniAppTemplateVersion, Shop } from '../../../contract/types'
import { miniAppQuery, miniAppTemplatesQuery } from '../../api/queries/mini-app'
import { shopsQuery } from '../../api/queries/shops'
import { useApi } from '../../api/services'
import type { ListResult } from '../../ui/list-view'
import type { App } from './standing'

interface MiniAppFacts {
  readonly app: App | null
  readonly shops: readonly Shop[]
  readonly versions: readonly MiniAppTemplateVersion[]
}

/** Reads all data of the screen as one query result; read again whenever the screen opens. */
export function useMiniApp(): ListResult<MiniAppFacts> {
  const api = useApi()
  const miniApp = useQuery({ ...miniAppQuery(api), refetchOnMount: 'always' })
  // Read the shops after the app: reading the app is what detects that an authorization has ended.
  const afterApp = { enabled: miniApp.isFetchedAfterMount, staleTime: 0 }
  const shops = useQuery({ ...shopsQuery(api), ...afterApp })
  const versions = useQuery({ ...miniAppTemplatesQuery(api), ...afterApp })
  const results = [miniApp, shops, versions]
  const isError = results.some((one) => one.isError)
  return {
    data: miniApp.data && shops.data && versions.data && { app: miniApp.data.app, shops: shops.data, versions: versions.data },
    error: results.find((one) => one.isError)?.error ?? null,
    isError,
    isPending: !isError && results.some((one) => one.isPending),
    isFetching: results.some((one) => one.isFetching),
    refetch: async () => {
      await miniApp.refetch()
      await Promise.all([shops.refetch(), versions.refetch()])
    },
  }
}
