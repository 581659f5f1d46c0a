/** The seller's models and case colours under the names by which pickers of the print floor offer them. */
import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { phoneName } from '../../../contract/rules/case-names'
import type { PhoneModel } from '../../../contract/types'
import { materialsQuery, phoneBrandsQuery, phoneModelsQuery } from '../../api/queries/catalogue'
import { useApi } from '../../api/services'

export interface Named {
  readonly id: number
  readonly name: string
}

export interface Cases {
  readonly models: readonly Named[]
  readonly materials: readonly Named[]
  /** With the name of their material. */
  readonly colors: readonly Named[]
  /** False while a list is on its way. */
  readonly areRead: boolean
}

const quiet = { meta: { quiet: true } }
const resultsOf = (results: UseQueryResult<PhoneModel[]>[]) => results

export function useCases(enabled = true): Cases {
  const api = useApi()
  const brands = useQuery({ ...phoneBrandsQuery(api), ...quiet, enabled })
  const materials = useQuery({ ...materialsQuery(api), ...quiet, enabled })
  const lists = useQueries({
    queries: (brands.data ?? []).map(({ id }) => ({ ...phoneModelsQuery(api, id), ...quiet, enabled })),
    combine: resultsOf,
  })
  return useMemo(
    () => ({
      models: (brands.data ?? []).flatMap(({ name: brand }, at) =>
        (lists[at]?.data ?? []).map(({ id, name }) => ({ id, name: phoneName(brand, name) })),
      ),
      materials: materials.data ?? [],
      colors: (materials.data ?? []).flatMap(({ name: material, colors }) =>
        colors.map(({ id, name }) => ({ id, name: `${material} · ${name}` })),
      ),
      areRead: brands.data !== undefined && materials.data !== undefined && lists.every(({ data }) => data !== undefined),
    }),
    [brands.data, materials.data, lists],
  )
}
