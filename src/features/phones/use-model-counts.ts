import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import type { PhoneBrand, PhoneModel } from '../../../contract/types'
import { phoneModelsQuery } from '../../api/queries/catalogue'
import { useApi } from '../../api/services'

/** Of up to so many brands all models are read to tell their number; of more only those that were looked at. */
const countedBrands = 40

/** Kept outside the hook, so that its answer stays the same array until a number changes. */
const lengths = (lists: UseQueryResult<PhoneModel[]>[]) => lists.map(({ data }) => data?.length)

/**
 * How many models each brand has; undefined where that is not known. Read without a dialog of their own: a list can do without.
 *
 * @param current the brand whose models are on screen: whoever shows them tells of a failure.
 * @param ready false while something more urgent is read.
 */
export function useModelCounts(brands: readonly PhoneBrand[], ready: boolean, current?: number): readonly (number | undefined)[] {
  const api = useApi()
  return useQueries({
    queries: brands.map(({ id }) => ({
      ...phoneModelsQuery(api, id),
      enabled: ready && id !== current && brands.length <= countedBrands,
      ...(id !== current && { meta: { quiet: true } }),
    })),
    combine: lengths,
  })
}
