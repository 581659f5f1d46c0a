import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { maxBindingsPerCall } from '../../../../contract/constants'
import type { ModelBinding } from '../../../../contract/types'
import { erpKeys } from '../../../api/queries/erp'
import { useApi } from '../../../api/services'
import { useOneAtATime } from '../../../ui/use-one-at-a-time'
import type { Found } from '../matching/match-plan'

export interface Bound {
  /** Ids of the account's models that were bound by this run. */
  readonly bound: ReadonlySet<number>
  /** Models that somebody else bound meanwhile; they are left as they are. */
  readonly kept: readonly ModelBinding[]
}

export interface BindMatched {
  readonly busy: boolean
  readonly done: Bound
  /** The reason why the rest was not bound. */
  readonly error: unknown
  bind(chosen: readonly Found[]): void
}

const nothing: Bound = { bound: new Set(), kept: [] }

/** Binds matches that the seller has confirmed, a thousand a call; bindings of earlier calls stay when a later one fails. */
export function useBindMatched(factoryId: number, onBound: (done: Bound) => void): BindMatched {
  const api = useApi()
  const queries = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(nothing)
  const [error, setError] = useState<unknown>(null)
  const bind = useOneAtATime(async (chosen: readonly Found[]) => {
    setBusy(true)
    setError(null)
    let sum = done
    try {
      for (let at = 0; at < chosen.length; at += maxBindingsPerCall) {
        const part = chosen.slice(at, at + maxBindingsPerCall)
        const bindings = part.map(({ id, match }) => ({ phoneModelId: id, erpPhoneModelCode: match.factory.code }))
        const reply = await api.factoryModelBindings.putMatched({ body: { factoryId, bindings } }, { quiet: true })
        sum = {
          bound: new Set([...sum.bound, ...reply.bound.map(({ phoneModelId }) => phoneModelId)]),
          kept: [...sum.kept, ...reply.kept],
        }
        setDone(sum)
      }
      onBound(sum)
    } catch (cause) {
      setError(cause)
    } finally {
      setBusy(false)
      void queries.invalidateQueries({ queryKey: erpKeys.modelBindings(factoryId) })
    }
  })
  return { busy, done, error, bind }
}
