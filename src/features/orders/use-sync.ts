import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { NotFoundError } from '../../../contract/call-errors'
import { taskStatus } from '../../../contract/constants'
import type { SyncTask } from '../../../contract/types'
import { orderKeys, syncTaskQuery } from '../../api/queries/orders'
import { shopKeys } from '../../api/queries/shops'
import { useApi } from '../../api/services'
import { toastHint, toastSuccess } from '../../ui/toast'
import { type StartedSync, startedSyncs, storeSyncs } from './local-memory'
import { syncedText } from './sync-texts'

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
  track(task: SyncTask, shopId: number): void
  dismiss(taskId: number): void
}

const noSyncs: readonly StartedSync[] = []

/**
 * The syncs that this user started in this browser, also before a reload; each is polled until it ends.
 *
 * @param onDone called when a sync has succeeded.
 */
export function useSyncs(username: string | undefined, onDone: () => void): Syncs {
  const api = useApi()
  const queries = useQueryClient()
  const [stored, setStored] = useState<{ readonly username: string; readonly syncs: readonly StartedSync[] } | null>(null)
  if (username !== undefined && stored?.username !== username) setStored({ username, syncs: startedSyncs(username) })
  const started = stored?.syncs ?? noSyncs
  const updateStored = useCallback(
    (edit: (old: readonly StartedSync[]) => readonly StartedSync[]) => {
      if (username === undefined) return
      // Read from the storage: another window may have changed it meanwhile.
      const syncs = edit(startedSyncs(username))
      storeSyncs(username, syncs)
      setStored({ username, syncs })
    },
    [username],
  )
  const dismiss = useCallback(
    (taskId: number) => updateStored((old) => old.filter((one) => one.taskId !== taskId)),
    [updateStored],
  )
  const track = useCallback(
    (task: SyncTask, shopId: number) => {
      queries.setQueryData(orderKeys.sync(task.id), task)
      updateStored((old) => [
        ...old.filter((one) => one.taskId !== task.id && one.shopId !== shopId),
        { taskId: task.id, shopId },
      ])
    },
    [updateStored, queries],
  )

  const results = useQueries({ queries: started.map(({ taskId }) => syncTaskQuery(api, taskId)) })
  const syncs = started.map((one, at): OngoingSync & { readonly gone: boolean } => ({
    ...one,
    task: results[at]?.data,
    unreachable: results[at]?.isError ?? false,
    gone: results[at]?.error instanceof NotFoundError,
  }))
  const doneSync = syncs.find(({ task }) => task?.status === taskStatus.done)
  const goneSync = syncs.find((one) => one.gone)
  // Report one ended sync at a time: dismissing it makes the next one current.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each task is reported once
  useEffect(() => {
    if (doneSync?.task === undefined) return
    toastSuccess(syncedText(doneSync.task))
    onDone()
    void queries.invalidateQueries({ queryKey: orderKeys.all })
    dismiss(doneSync.taskId)
  }, [doneSync?.taskId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each task is reported once
  useEffect(() => {
    if (goneSync === undefined) return
    toastHint('之前的同步任务已经不在了，请重新同步')
    dismiss(goneSync.taskId)
  }, [goneSync?.taskId])

  const ongoing = syncs.filter(({ task }) => task === undefined || task.status === taskStatus.running)
  const failed = syncs.find(({ task }) => task?.status === taskStatus.failed) ?? null
  // The failed sync may have found that the shop's authorization has ended.
  useEffect(() => {
    if (failed?.taskId !== undefined) void queries.invalidateQueries({ queryKey: shopKeys.list() })
  }, [failed?.taskId, queries])
  return { ongoing, failed, track, dismiss }
}
