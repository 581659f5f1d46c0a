import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { factorySyncPoll, taskStatus } from '../../../../contract/constants'
import type { FactorySyncTask } from '../../../../contract/types'
import { erpKeys, factorySyncQuery } from '../../../api/queries/erp'
import { useApi } from '../../../api/services'
import { toastSuccess } from '../../../ui/toast'

export interface FactorySync {
  /** `late`: it takes longer than it should, and polling has stopped. */
  readonly state: 'idle' | 'running' | 'late'
  /** The last poll failed; the sync continues on the server. */
  readonly unreachable: boolean
  /** Start of the running sync, ms since 1970; null while none is running. */
  readonly startedAt: number | null
  /** The reason why a start, or a sync watched here, failed: the server's text or the thrown error; null once dismissed. */
  readonly failure: unknown
  /** Cause of the last sync's failure, perhaps days ago; null when it did not fail. */
  readonly lastProblem: string | null
  start(): void
  /** Starts a sync that also takes over lists that lack most of what was listed before; null unless the last sync asks for it. */
  readonly acceptShorter: (() => void) | null
  /** Polls a late sync again. */
  resumePolling(): void
  dismissFailure(): void
}

const isRunning = (task: FactorySyncTask | null | undefined) => task?.status === taskStatus.running

/**
 * The sync of one factory's models and materials. It starts by itself while the factory's list is empty, and is polled every
 * second, also after a reload or when somebody else started it.
 *
 * @param isEmpty whether the factory's list has been read and is empty.
 */
export function useFactorySync(factoryId: number, isEmpty: boolean): FactorySync {
  const api = useApi()
  const queries = useQueryClient()
  const [starting, setStarting] = useState(false)
  const [timedOutId, setTimedOutId] = useState<number | null>(null)
  const [pollAttempt, setPollAttempt] = useState(0)
  const [failure, setFailure] = useState<unknown>(null)
  /** Id of the sync whose end is to be reported. */
  const watchedId = useRef<number | null>(null)
  const startPending = useRef(false)

  const query = factorySyncQuery(api, factoryId)
  const result = useQuery({
    ...query,
    refetchInterval: ({ state }) => (isRunning(state.data) && state.data?.id !== timedOutId ? factorySyncPoll.everyMs : false),
  })
  const task = result.data
  const running = isRunning(task)
  const runningId = running && task ? task.id : null

  const startSync = useCallback(
    async (acceptShorter = false) => {
      if (startPending.current) return
      startPending.current = true
      setStarting(true)
      setFailure(null)
      try {
        const startedTask = await api.factoryPhoneModels.startSync(
          { body: { factoryId, ...(acceptShorter && { acceptShorter }) } },
          { quiet: true },
        )
        watchedId.current = startedTask.id
        // A poll that was sent before would return the previous task.
        await queries.cancelQueries({ queryKey: erpKeys.sync(factoryId) })
        queries.setQueryData(erpKeys.sync(factoryId), startedTask)
      } catch (error) {
        setFailure(error)
      } finally {
        startPending.current = false
        setStarting(false)
      }
    },
    [api, queries, factoryId],
  )

  // Start at most once per visit, and not after a sync that was running: the seller retries a failed one.
  const autoStarted = useRef(false)
  const mayStart = isEmpty && result.isSuccess && !running
  useEffect(() => {
    if (!mayStart || autoStarted.current) return
    autoStarted.current = true
    void startSync()
  }, [mayStart, startSync])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `pollAttempt` restarts the timer
  useEffect(() => {
    if (runningId === null) return
    watchedId.current = runningId
    autoStarted.current = true
    const timer = setTimeout(() => setTimedOutId(runningId), factorySyncPoll.limitMs)
    return () => clearTimeout(timer)
  }, [runningId, pollAttempt])

  useEffect(() => {
    if (!task || isRunning(task) || watchedId.current !== task.id) return
    watchedId.current = null
    if (task.status === taskStatus.failed) {
      setFailure(task.errorMessage ?? '')
      // The key may have been refused, which the screen shows from the integration.
      void queries.invalidateQueries({ queryKey: erpKeys.integrations() })
      return
    }
    toastSuccess('同步成功')
    void queries.invalidateQueries({
      queryKey: erpKeys.factory(factoryId),
      predicate: ({ queryKey }) => queryKey.at(-1) !== 'sync',
    })
  }, [task, queries, factoryId])

  return {
    state: starting || running ? (runningId !== null && runningId === timedOutId ? 'late' : 'running') : 'idle',
    unreachable: result.isError,
    startedAt: running && task ? task.startedAt : null,
    failure,
    lastProblem: task?.status === taskStatus.failed ? task.errorMessage?.trim().replace(/。$/, '') || '未知错误' : null,
    start: () => void startSync(),
    acceptShorter: task?.asksToAccept ? () => void startSync(true) : null,
    resumePolling: () => {
      setTimedOutId(null)
      setPollAttempt((old) => old + 1)
      void result.refetch()
    },
    dismissFailure: () => setFailure(null),
  }
}
