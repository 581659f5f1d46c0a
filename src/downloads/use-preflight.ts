import { useCallback, useEffect, useReducer, useState } from 'react'
import { maxPreflightsPerCall } from '../../contract/constants'
import { type Finding, removedDesignFindings } from '../../contract/rules/preflight'
import { useApi } from '../api/services'
import { batchesOf } from '../base/batches'
import type { Picture } from './pictures'
import type { Findings } from './preflight-groups'

export interface Preflight {
  readonly found: Findings
  /** Number of pictures checked so far; all of them when the check is complete. */
  readonly checked: number
  /** Error that ended the check; null while there is none. */
  readonly error: unknown
  retry(): void
}

/** Runs the preflight of these pictures in batches, so that a long check can show its progress. */
export function usePreflight(pictures: readonly Picture[]): Preflight {
  const api = useApi()
  const [found, setFound] = useState<Findings>(new Map())
  const [error, setError] = useState<unknown>(null)
  const [round, retry] = useReducer((count: number) => count + 1, 0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `round` repeats the check
  useEffect(() => {
    const controller = new AbortController()
    const check = async () => {
      const ids = pictures.map(({ customizationId }) => customizationId)
      const all = new Map<number, readonly Finding[]>()
      setError(null)
      for (const customizationIds of batchesOf(ids, maxPreflightsPerCall)) {
        const rows = await api.orders.preflight({ body: { customizationIds } }, { signal: controller.signal, quiet: true })
        if (controller.signal.aborted) return
        const known = new Map(rows.map((row) => [row.customizationId, row.findings]))
        for (const id of customizationIds) all.set(id, known.get(id) ?? removedDesignFindings)
        setFound(new Map(all))
      }
    }
    check().catch((cause: unknown) => {
      if (!controller.signal.aborted) setError(cause)
    })
    return () => controller.abort()
  }, [api, pictures, round])
  const checked = pictures.filter(({ customizationId }) => found.has(customizationId)).length
  return { found, checked, error, retry: useCallback(() => retry(), []) }
}
