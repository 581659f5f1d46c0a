import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import type { PhoneBrand, PhoneModel } from '../../../contract/types'
import { phoneModelsQuery } from '../../api/queries/catalogue'
import { useApi } from '../../api/services'

/** With up to this many brands all models are read to count them; with more only those of brands that were opened. */
const maxCountedBrands = 40

/** Defined outside the hook, so that TanStack Query returns the same array until a number changes. */
const lengthsOf = (lists: UseQueryResult<PhoneModel[]>[]) => lists.map(({ data }) => data?.length)

/**
 * Number of models of each brand; undefined where that is not known. A failure shows no dialog: the list works without them.
 *
 * @param current the brand whose models are on screen; the list that shows them reports its failure.
 * @param ready false while more urgent data is read.
 */
export function useModelCounts(brands: readonly PhoneBrand[], ready: boolean, current?: number): readonly (number | undefined)[] {
  const api = useApi()
  return useQueries({
    queries: brands.map(({ id }) => ({
      ...phoneModelsQuery(api, id),
      enabled: ready && id !== current && brands.length <= maxCountedBrands,
      ...(id !== current && { meta: { quiet: true } }),
    })),
    combine: lengthsOf,
  })
}
