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
  begin(): void
  /** Polls a late sync again. */
  goOn(): void
  forgetFailure(): void
}

const isRunning = (task: FactorySyncTask | null | undefined) => task?.status === taskStatus.running

/**
 * The sync of one factory's models and materials. It starts by itself while the factory's list is empty, and is polled every
 * second, also after a reload or when somebody else started it.
 *
 * @param isBare whether the factory's list has been read and is empty.
 */
export function useFactorySync(factoryId: number, isBare: boolean): FactorySync {
  const api = useApi()
  const queries = useQueryClient()
  const [starting, setStarting] = useState(false)
  const [late, setLate] = useState<number | null>(null)
  const [patience, setPatience] = useState(0)
  const [failure, setFailure] = useState<unknown>(null)
  /** Id of the sync whose end is to be reported. */
  const watched = useRef<number | null>(null)
  const begun = useRef(false)

  const query = factorySyncQuery(api, factoryId)
  const result = useQuery({
    ...query,
    refetchInterval: ({ state }) => (isRunning(state.data) && state.data?.id !== late ? factorySyncPoll.everyMs : false),
  })
  const task = result.data
  const running = isRunning(task)
  const runningId = running && task ? task.id : null

  const begin = useCallback(async () => {
    if (begun.current) return
    begun.current = true
    setStarting(true)
    setFailure(null)
    try {
      const started = await api.factoryPhoneModels.startSync({ body: { factoryId } }, { quiet: true })
      watched.current = started.id
      // A poll that was sent before would return the previous task.
      await queries.cancelQueries({ queryKey: erpKeys.sync(factoryId) })
      queries.setQueryData(erpKeys.sync(factoryId), started)
    } catch (error) {
      setFailure(error)
    } finally {
      begun.current = false
      setStarting(false)
    }
  }, [api, queries, factoryId])

  // Start at most once per visit, and not after a sync that was running: the seller retries a failed one.
  const tried = useRef(false)
  const mayBegin = isBare && result.isSuccess && !running
  useEffect(() => {
    if (!mayBegin || tried.current) return
    tried.current = true
    void begin()
  }, [mayBegin, begin])

  // biome-ignore lint/correctness/useExhaustiveDependencies: `patience` restarts the timer
  useEffect(() => {
    if (runningId === null) return
    watched.current = runningId
    tried.current = true
    const timer = setTimeout(() => setLate(runningId), factorySyncPoll.limitMs)
    return () => clearTimeout(timer)
  }, [runningId, patience])

  useEffect(() => {
    if (!task || isRunning(task) || watched.current !== task.id) return
    watched.current = null
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
    state: starting || running ? (runningId !== null && runningId === late ? 'late' : 'running') : 'idle',
    unreachable: result.isError,
    startedAt: running && task ? task.startedAt : null,
    failure,
    lastProblem: task?.status === taskStatus.failed ? task.errorMessage?.trim().replace(/。$/, '') || '未知错误' : null,
    begin: () => void begin(),
    goOn: () => {
      setLate(null)
      setPatience((old) => old + 1)
      void result.refetch()
    },
    forgetFailure: () => setFailure(null),
  }
}
