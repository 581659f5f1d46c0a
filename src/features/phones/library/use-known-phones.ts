import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { libraryName, libraryPhoneOf } from '../../../../contract/library/library'
import type { PhoneModel } from '../../../../contract/types'
import { phoneBrandsQuery, phoneModelsQuery } from '../../../api/queries/catalogue'
import { useApi } from '../../../api/services'

/** Defined outside the hook, so that TanStack Query returns the same array until a list changes. */
const listsOf = (results: UseQueryResult<PhoneModel[]>[]) => results.map(({ data }) => data)
const noBrands: readonly { readonly id: number; readonly name: string }[] = []

/** Returns the names of the library's phones that the catalogue has, as far as its lists have been read. */
export function useKnownPhones(): ReadonlySet<string> {
  const api = useApi()
  const { data: brands = noBrands } = useQuery({ ...phoneBrandsQuery(api), meta: { quiet: true } })
  const lists = useQueries({
    queries: brands.map(({ id }) => ({ ...phoneModelsQuery(api, id), meta: { quiet: true } })),
    combine: listsOf,
  })
  return useMemo(() => {
    const known = new Set<string>()
    for (const [at, brand] of brands.entries()) {
      for (const model of lists[at] ?? []) {
        const phone = libraryPhoneOf(brand.name, model.name)
        if (phone) known.add(libraryName(phone))
      }
    }
    return known
  }, [brands, lists])
}
