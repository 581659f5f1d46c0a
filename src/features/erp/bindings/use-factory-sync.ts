import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import { factorySyncPoll, taskStatus } from '../../../../contract/constants'
import type { FactorySyncTask } from '../../../../contract/types'
import { erpKeys, factorySyncQuery } from '../../../api/queries/erp'
import { useApi } from '../../../api/services'
import { toastSuccess } from '../../../ui/toast'

export interface FactorySync {
  /** `late`: it takes longer than it should, and is not asked about any more. */
  readonly state: 'idle' | 'running' | 'late'
  /** The server could not be asked just now; it goes on there. */
  readonly unreachable: boolean
  /** When the one under way began, ms; null while none is. */
  readonly startedAt: number | null
  /** Why the one that was looked at failed: words of the server's, or what was thrown; null once read. */
  readonly failure: unknown
  /** The last one failed, perhaps on another day: its words. */
  readonly lastProblem: string | null
  begin(): void
  /** Asks about a late one again. */
  goOn(): void
  forgetFailure(): void
}

const isRunning = (task: FactorySyncTask | null | undefined) => task?.status === taskStatus.running

/**
 * The sync of one factory's models and materials: begun by itself while nothing of it is known, asked about every second, also after
 * a reload and when somebody else began it.
 *
 * @param isBare the factory's list is read and empty.
 */
export function useFactorySync(factoryId: number, isBare: boolean): FactorySync {
  const api = useApi()
  const queries = useQueryClient()
  const [starting, setStarting] = useState(false)
  const [late, setLate] = useState<number | null>(null)
  const [patience, setPatience] = useState(0)
  const [failure, setFailure] = useState<unknown>(null)
  /** The sync whose end is to be told. */
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
      // A question asked before would answer with the task of before.
      await queries.cancelQueries({ queryKey: erpKeys.sync(factoryId) })
      queries.setQueryData(erpKeys.sync(factoryId), started)
    } catch (error) {
      setFailure(error)
    } finally {
      begun.current = false
      setStarting(false)
    }
  }, [api, queries, factoryId])

  // Once for each look at a factory without models, and not after one that was under way: a failed one is tried again by the seller.
  const tried = useRef(false)
  const mayBegin = isBare && result.isSuccess && !running
  useEffect(() => {
    if (!mayBegin || tried.current) return
    tried.current = true
    void begin()
  }, [mayBegin, begin])

  // biome-ignore lint/correctness/useExhaustiveDependencies: patience asked for again starts anew
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
      // Perhaps the key was refused, which is told above the screen.
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
