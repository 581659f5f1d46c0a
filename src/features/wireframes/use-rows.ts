import { type UseQueryResult, useQueries, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { maxIdsPerCall } from '../../../contract/constants'
import type { PhoneBrand, PhoneCaseMaterial, PhoneModel, Sku } from '../../../contract/types'
import { catalogueKeys, skusQuery } from '../../api/queries/catalogue'
import { useApi } from '../../api/services'
import { batchesOf } from '../../base/batches'
import type { ListResult } from '../../ui/list-view'
import { rowsOf, type WireframeRow } from './rows'

interface RowsInput {
  readonly brand: PhoneBrand
  readonly models: readonly PhoneModel[]
  readonly materials: readonly PhoneCaseMaterial[]
  readonly idOf: (key: string) => number
}

/** Defined outside the component, so that TanStack Query returns the same object until a part of it changes. */
const combineSkus = (results: UseQueryResult<Sku[]>[]) => ({
  skus: results.map((part) => part.data),
  error: results.find((part) => part.error !== null)?.error ?? null,
  isPending: results.some((part) => part.isPending),
  isError: results.some((part) => part.isError),
  isFetching: results.some((part) => part.isFetching),
})

/** Reads the rows of these models; one request per thousand models. */
export function useRows({ brand, models, materials, idOf }: RowsInput): ListResult<readonly WireframeRow[]> {
  const api = useApi()
  const queries = useQueryClient()
  const skuQueries = useMemo(() => {
    const ids = models.map((model) => model.id)
    return batchesOf(ids, maxIdsPerCall).map((batch) => skusQuery(api, batch))
  }, [api, models])
  const { skus, error, isPending, isError, isFetching } = useQueries({ queries: skuQueries, combine: combineSkus })
  const data = useMemo(() => {
    const loaded = skus.filter((part) => part !== undefined)
    return loaded.length === skus.length ? rowsOf({ brand, models, materials, skus: loaded.flat() }, idOf) : undefined
  }, [skus, brand, models, materials, idOf])
  return {
    data,
    error,
    isPending: isPending && !isError,
    isError,
    isFetching,
    refetch: () => queries.refetchQueries({ queryKey: catalogueKeys.skuLists(), type: 'active' }),
  }
}
