import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { maxBindingsPerCall } from '../../../../contract/constants'
import type { ModelBinding } from '../../../../contract/types'
import { erpKeys } from '../../../api/queries/erp'
import { useApi } from '../../../api/services'
import { useOneAtATime } from '../../../ui/use-one-at-a-time'
import type { FoundMatch } from '../matching/match-plan'

export interface BindResult {
  /** Ids of the account's models that were bound by this run. */
  readonly bound: ReadonlySet<number>
  /** Models that somebody else bound meanwhile; they are left as they are. */
  readonly kept: readonly ModelBinding[]
}

export interface BindMatched {
  readonly busy: boolean
  readonly result: BindResult
  /** The reason why the rest was not bound. */
  readonly error: unknown
  bind(chosen: readonly FoundMatch[]): void
}

const emptyResult: BindResult = { bound: new Set(), kept: [] }

/** Binds matches that the seller has confirmed, a thousand a call; bindings of earlier calls stay when a later one fails. */
export function useBindMatched(factoryId: number, onBound: (result: BindResult) => void): BindMatched {
  const api = useApi()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [result, setResult] = useState(emptyResult)
  const [error, setError] = useState<unknown>(null)
  const bind = useOneAtATime(async (chosen: readonly FoundMatch[]) => {
    setBusy(true)
    setError(null)
    let total = result
    try {
      for (let at = 0; at < chosen.length; at += maxBindingsPerCall) {
        const batch = chosen.slice(at, at + maxBindingsPerCall)
        const bindings = batch.map(({ id, match }) => ({ phoneModelId: id, erpPhoneModelCode: match.factory.code }))
        const reply = await api.factoryModelBindings.putMatched({ body: { factoryId, bindings } }, { quiet: true })
        total = {
          bound: new Set([...total.bound, ...reply.bound.map(({ phoneModelId }) => phoneModelId)]),
          kept: [...total.kept, ...reply.kept],
        }
        setResult(total)
      }
      onBound(total)
    } catch (cause) {
      setError(cause)
    } finally {
      setBusy(false)
      void queries.invalidateQueries({ queryKey: erpKeys.modelBindings(factoryId) })
    }
  })
  return { busy, result, error, bind }
}
