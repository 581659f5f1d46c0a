import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react'
import { meQuery } from '../api/queries/session'
import { useApi, usePlatform } from '../api/services'
import type { DownloadStore } from './download-store'
import type { DownloadView } from './download-view'
import { downloadsOf } from './downloads'

/** The downloads of whoever is signed in; null until it is known who that is. */
export function useDownloads(onDownloaded: () => void): DownloadStore | null {
  const api = useApi()
  const platform = usePlatform()
  const queries = useQueryClient()
  const account = useQuery({ ...meQuery(api), meta: { quiet: true } }).data?.username
  const store = useMemo(
    () => (account === undefined ? null : downloadsOf({ api, platform }, queries, account)),
    [api, platform, queries, account],
  )
  const onSettled = useEffectEvent(onDownloaded)
  useEffect(() => {
    return store?.onSettled(() => onSettled())
  }, [store])
  useEffect(() => {
    if (store === null) return
    const hold = (event: BeforeUnloadEvent) => {
      if (!store.wouldLose()) return
      event.preventDefault()
      // Chrome before 119 asks only when returnValue is set.
      event.returnValue = ''
    }
    addEventListener('beforeunload', hold)
    return () => removeEventListener('beforeunload', hold)
  }, [store])
  return store
}

const none: readonly DownloadView[] = []
const nothing = () => () => undefined

export const useDownloadList = (store: DownloadStore | null): readonly DownloadView[] =>
  useSyncExternalStore(store?.subscribe ?? nothing, () => store?.list() ?? none)
