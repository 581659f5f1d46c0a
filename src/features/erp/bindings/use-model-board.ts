import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FactoryPhoneModel, PhoneBrand, PhoneModel } from '../../../../contract/types'
import { phoneBrandsQuery, phoneModelsQuery } from '../../../api/queries/catalogue'
import { factoryModelsQuery, modelBindingsQuery } from '../../../api/queries/erp'
import { useApi } from '../../../api/services'
import { combineResults, type ListResult } from '../../../ui/list-view'
import { type ModelRow, modelRows } from './model-rows'

export interface ModelBoard {
  readonly brands: readonly PhoneBrand[]
  readonly offered: readonly FactoryPhoneModel[]
  readonly rows: readonly ModelRow[]
}

/** Defined outside the hook, so that TanStack Query returns the same object until a part of it changes. */
const combineBrands = (results: UseQueryResult<PhoneModel[]>[]): ListResult<PhoneModel[][]> => {
  const lists = results.flatMap(({ data }) => (data === undefined ? [] : [data]))
  return combineResults(results, lists.length === results.length ? lists : undefined)
}

const noBrands: readonly PhoneBrand[] = []

/** Reads all models of the account, of every brand, with what each is bound to at one factory. */
export function useModelBoard(factoryId: number): ListResult<ModelBoard> {
  const api = useApi()
  const quiet = { meta: { quiet: true } }
  const brands = useQuery({ ...phoneBrandsQuery(api), ...quiet })
  const offered = useQuery({ ...factoryModelsQuery(api, factoryId), ...quiet })
  const bindings = useQuery({ ...modelBindingsQuery(api, factoryId), ...quiet })
  const models = useQueries({
    queries: (brands.data ?? noBrands).map(({ id }) => ({ ...phoneModelsQuery(api, id), ...quiet })),
    combine: combineBrands,
  })
  const data = useMemo(() => {
    if (!brands.data || !offered.data || !bindings.data || !models.data) return undefined
    const rows = modelRows({ brands: brands.data, models: models.data, factoryModels: offered.data, bindings: bindings.data })
    return { brands: brands.data, offered: offered.data, rows }
  }, [brands.data, offered.data, bindings.data, models.data])
  return combineResults([brands, offered, bindings, models], data)
}
