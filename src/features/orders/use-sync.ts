import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { taskStatus } from '../../../contract/constants'
import type { SyncTask } from '../../../contract/types'
import { orderKeys, syncTaskQuery } from '../../api/queries/orders'
import { shopKeys } from '../../api/queries/shops'
import { useApi } from '../../api/services'
import { NotFoundError } from '../../base/errors'
import { toastHint, toastSuccess } from '../../ui/toast'
import { keepSyncs, type StartedSync, startedSyncs } from './local-memory'
import { doneText } from './sync-texts'

export interface OngoingSync extends StartedSync {
  /** undefined until the server has answered. */
  readonly task: SyncTask | undefined
  /** The last poll failed; the sync continues on the server. */
  readonly unreachable: boolean
}

export interface Syncs {
  readonly ongoing: readonly OngoingSync[]
  /** A sync that failed and whose failure the seller has not dismissed. */
  readonly failed: OngoingSync | null
  begin(task: SyncTask, shopId: number): void
  forget(taskId: number): void
}

const none: readonly StartedSync[] = []

/**
 * The syncs that this user started in this browser, also before a reload; each is polled until it ends.
 *
 * @param onDone called when a sync has succeeded.
 */
export function useSyncs(username: string | undefined, onDone: () => void): Syncs {
  const api = useApi()
  const queries = useQueryClient()
  const [mine, setMine] = useState<{ readonly username: string; readonly syncs: readonly StartedSync[] } | null>(null)
  if (username !== undefined && mine?.username !== username) setMine({ username, syncs: startedSyncs(username) })
  const started = mine?.syncs ?? none
  const change = useCallback(
    (edit: (old: readonly StartedSync[]) => readonly StartedSync[]) => {
      if (username === undefined) return
      // Read from the storage: another window may have changed it meanwhile.
      const syncs = edit(startedSyncs(username))
      keepSyncs(username, syncs)
      setMine({ username, syncs })
    },
    [username],
  )
  const forget = useCallback((taskId: number) => change((old) => old.filter((one) => one.taskId !== taskId)), [change])
  const begin = useCallback(
    (task: SyncTask, shopId: number) => {
      queries.setQueryData(orderKeys.sync(task.id), task)
      change((old) => [...old.filter((one) => one.taskId !== task.id && one.shopId !== shopId), { taskId: task.id, shopId }])
    },
    [change, queries],
  )

  const results = useQueries({ queries: started.map(({ taskId }) => syncTaskQuery(api, taskId)) })
  const syncs = started.map((one, at): OngoingSync & { readonly gone: boolean } => ({
    ...one,
    task: results[at]?.data,
    unreachable: results[at]?.isError ?? false,
    gone: results[at]?.error instanceof NotFoundError,
  }))
  const done = syncs.find(({ task }) => task?.status === taskStatus.done)
  const gone = syncs.find((one) => one.gone)
  // Report one ended sync at a time: forgetting it makes the next one current.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each task is reported once
  useEffect(() => {
    if (done?.task === undefined) return
    toastSuccess(doneText(done.task))
    onDone()
    void queries.invalidateQueries({ queryKey: orderKeys.all })
    forget(done.taskId)
  }, [done?.taskId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each task is reported once
  useEffect(() => {
    if (gone === undefined) return
    toastHint('之前的同步任务已经不在了，请重新同步')
    forget(gone.taskId)
  }, [gone?.taskId])

  const ongoing = syncs.filter(({ task }) => task === undefined || task.status === taskStatus.running)
  const failed = syncs.find(({ task }) => task?.status === taskStatus.failed) ?? null
  // The failed sync may have found that the shop's authorization has ended.
  useEffect(() => {
    if (failed?.taskId !== undefined) void queries.invalidateQueries({ queryKey: shopKeys.list() })
  }, [failed?.taskId, queries])
  return { ongoing, failed, begin, forget }
}
