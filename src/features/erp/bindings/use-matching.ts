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
 * Matches these models to a factory's, once: lists that are refetched while the seller looks at the result do not change it.
 * Models that are bound already are left out.
 *
 * @param allModels models of the account: a factory name without a brand is no match when another of them may be meant as well.
 */
export function useMatching(
  rows: readonly ModelRow[],
  allModels: readonly ModelRow[],
  factoryModels: readonly FactoryPhoneModel[],
) {
  const [request] = useState(() => ({
    unboundIds: new Set(rows.filter(({ state }) => state === 'none').map(({ id }) => id)),
    sellers: allModels.map(({ id, brand, name }) => ({ id, brand, name })),
    factories: factoryModels.map(({ code, name }) => ({ code, name })),
  }))
  const [matching, setMatching] = useState<Matching>({ phase: 'running', done: 0, total: 0 })
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` runs it again
  useEffect(() => {
    const { sellers, factories, unboundIds } = request
    const total = sellers.length
    const controller = new AbortController()
    setMatching({ phase: 'running', done: 0, total })
    runMatching(
      { sellers, factories },
      {
        signal: controller.signal,
        onProgress: (done) => {
          if (!controller.signal.aborted) setMatching({ phase: 'running', done, total })
        },
      },
    ).then(
      (proposals) => {
        if (controller.signal.aborted) return
        const requested = proposals.filter(({ seller }) => unboundIds.has(seller.id))
        setMatching({ phase: 'ready', plan: planOf(requested, factories) })
      },
      (error: unknown) => {
        if (!controller.signal.aborted) setMatching({ phase: 'failed', error })
      },
    )
    return () => controller.abort()
  }, [request, attempt])
  return { matching, rematch: () => setAttempt((old) => old + 1) }
}
