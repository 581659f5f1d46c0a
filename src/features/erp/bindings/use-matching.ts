import { useEffect, useState } from 'react'
import type { FactoryPhoneModel } from '../../../../contract/types'
import { type MatchPlan, planOf } from '../matching/match-plan'
import { runMatching } from '../matching/run-matching'
import type { ModelRow } from './model-rows'

export type Matching =
  | { readonly phase: 'running'; readonly done: number; readonly total: number }
  | { readonly phase: 'ready'; readonly plan: MatchPlan }
  | { readonly phase: 'failed'; readonly error: unknown }

/**
 * Matches these models to a factory's, once: lists that are read again while the seller looks at the result change nothing of it. What
 * is bound already takes no part, whoever bound it.
 */
export function useMatching(rows: readonly ModelRow[], moulds: readonly FactoryPhoneModel[]) {
  const [job] = useState(() => ({
    sellers: rows.filter(({ state }) => state === 'none').map(({ id, brand, name }) => ({ id, brand, name })),
    factories: moulds.map(({ code, name }) => ({ code, name })),
  }))
  const [matching, setMatching] = useState<Matching>({ phase: 'running', done: 0, total: 0 })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt runs it again
  useEffect(() => {
    const total = job.sellers.length
    const controller = new AbortController()
    setMatching({ phase: 'running', done: 0, total })
    runMatching(job, {
      signal: controller.signal,
      onProgress: (done) => {
        if (!controller.signal.aborted) setMatching({ phase: 'running', done, total })
      },
    }).then(
      (proposals) => {
        if (!controller.signal.aborted) setMatching({ phase: 'ready', plan: planOf(proposals, job.factories) })
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setMatching({ phase: 'failed', error })
      },
    )
    return () => controller.abort()
  }, [job, attempt])
  return { matching, again: () => setAttempt((old) => old + 1) }
}
