import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Wireframe } from '../../../contract/types'
import { wireframesQuery } from '../../api/queries/catalogue'
import { useApi } from '../../api/services'
import type { WireframeRow } from './rows'

/** Reads the wireframes of the rows on this page, in one request. */
export function useWireframes(rows: readonly WireframeRow[]) {
  const api = useApi()
  const ids = rows.flatMap(({ sku }) => sku?.wireframeId ?? [])
  const result = useQuery({ ...wireframesQuery(api, [...new Set(ids)]), placeholderData: keepPreviousData })
  const byId = useMemo(() => new Map((result.data ?? []).map((one) => [one.id, one])), [result.data])
  const isSettled = result.data !== undefined && !result.isPlaceholderData
  const wireframeOf = useMemo(
    () =>
      ({ sku }: WireframeRow): Wireframe | null | undefined => {
        if (sku?.wireframeId == null) return null
        // A wireframe that the SKU names but that is missing after everything has been read was deleted meanwhile.
        return byId.get(sku.wireframeId) ?? (isSettled ? null : undefined)
      },
    [byId, isSettled],
  )
  return { wireframeOf, failure: result.isError ? result.error : null, retry: result.refetch, isRetrying: result.isFetching }
}
