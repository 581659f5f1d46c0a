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
  /** undefined until the server has told of it. */
  readonly task: SyncTask | undefined
  /** The server could not be asked just now; it goes on there. */
  readonly unreachable: boolean
}

export interface Syncs {
  readonly ongoing: readonly OngoingSync[]
  /** Ended badly and not yet read by the seller. */
  readonly failed: OngoingSync | null
  begin(task: SyncTask, shopId: number): void
  forget(taskId: number): void
}

const none: readonly StartedSync[] = []

/**
 * The syncs this seller started here, also before a reload: asked about until they end.
 *
 * @param onDone one went well.
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
      // From the storage, for another window may have changed it meanwhile.
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
  // One after another: forgetting one shows the next.
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once for each task
  useEffect(() => {
    if (done?.task === undefined) return
    toastSuccess(doneText(done.task))
    onDone()
    void queries.invalidateQueries({ queryKey: orderKeys.all })
    forget(done.taskId)
  }, [done?.taskId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: said once for each task
  useEffect(() => {
    if (gone === undefined) return
    toastHint('之前的同步任务已经不在了，请重新同步')
    forget(gone.taskId)
  }, [gone?.taskId])

  const ongoing = syncs.filter(({ task }) => task === undefined || task.status === taskStatus.running)
  const failed = syncs.find(({ task }) => task?.status === taskStatus.failed) ?? null
  // It may have found that the shop's authorisation has ended.
  useEffect(() => {
    if (failed?.taskId !== undefined) void queries.invalidateQueries({ queryKey: shopKeys.list() })
  }, [failed?.taskId, queries])
  return { ongoing, failed, begin, forget }
}
