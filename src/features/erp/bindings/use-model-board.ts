import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FactoryPhoneModel, PhoneBrand, PhoneModel } from '../../../../contract/types'
import { phoneBrandsQuery, phoneModelsQuery } from '../../../api/queries/catalogue'
import { factoryModelsQuery, modelBindingsQuery } from '../../../api/queries/erp'
import { useApi } from '../../../api/services'
import type { ListResult } from '../../../ui/list-view'
import { type ModelRow, modelRows } from './model-rows'

export interface ModelBoard {
  readonly brands: readonly PhoneBrand[]
  readonly moulds: readonly FactoryPhoneModel[]
  readonly rows: readonly ModelRow[]
}

/** Kept outside the hook, so that its answer stays the same object until something in it changes. */
const together = (parts: UseQueryResult<PhoneModel[]>[]) => ({
  lists: parts.map(({ data }) => data),
  failed: parts.find(({ isError }) => isError) ?? null,
  isFetching: parts.some(({ isFetching }) => isFetching),
  retry: () => {
    for (const part of parts) if (part.isError) void part.refetch()
  },
})

const none: readonly PhoneBrand[] = []

/** All models of the account, of every brand, with what each is bound to at one factory. */
export function useModelRows(factoryId: number): ListResult<ModelBoard> {
  const api = useApi()
  const quiet = { meta: { quiet: true } }
  const brands = useQuery({ ...phoneBrandsQuery(api), ...quiet })
  const moulds = useQuery({ ...factoryModelsQuery(api, factoryId), ...quiet })
  const bindings = useQuery({ ...modelBindingsQuery(api, factoryId), ...quiet })
  const known = brands.data ?? none
  const models = useQueries({
    queries: known.map(({ id }) => ({ ...phoneModelsQuery(api, id), ...quiet })),
    combine: together,
  })
  const data = useMemo(() => {
    const lists = models.lists.filter((list) => list !== undefined)
    if (!brands.data || !moulds.data || !bindings.data || lists.length < models.lists.length) return undefined
    const rows = modelRows({ brands: brands.data, models: lists, moulds: moulds.data, bindings: bindings.data })
    return { brands: brands.data, moulds: moulds.data, rows }
  }, [brands.data, moulds.data, bindings.data, models.lists])
  const singles = [brands, moulds, bindings]
  const failed = singles.find(({ isError }) => isError) ?? models.failed
  return {
    data,
    error: failed?.error ?? null,
    isPending: data === undefined && failed === null,
    isError: failed !== null,
    isFetching: singles.some(({ isFetching }) => isFetching) || models.isFetching,
    refetch: () => {
      for (const part of singles) if (part.isError) void part.refetch()
      models.retry()
    },
  }
}
