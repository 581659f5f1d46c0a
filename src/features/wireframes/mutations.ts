/** What sellers do to wireframes and SKUs; each refreshes what it changes. */
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Sku } from '../../../contract/types'
import { catalogueKeys } from '../../api/queries/catalogue'
import { useApi } from '../../api/services'
import { skuKey, type WireframeRow } from './rows'

/** Reads SKUs and wireframes anew wherever they are shown, in the designer's preview too. */
export const refreshWireframes = (queries: Pick<QueryClient, 'invalidateQueries'>): Promise<unknown> =>
  queries.invalidateQueries({
    predicate: ({ queryKey: [area, what] }) =>
      area === catalogueKeys.all[0] && (what === 'skus' || what === 'wireframe' || what === 'wireframes'),
  })

/** Shows a SKU as on or off shelf in every list that holds it. */
export function showShelf(queries: Pick<QueryClient, 'setQueriesData'>, key: string, enabled: boolean): void {
  queries.setQueriesData<readonly Sku[]>({ queryKey: catalogueKeys.skuLists() }, (skus) =>
    skus?.some((sku) => skuKey(sku.phoneModelId, sku.materialColorId) === key && sku.enabled !== enabled)
      ? skus.map((sku) => (skuKey(sku.phoneModelId, sku.materialColorId) === key ? { ...sku, enabled } : sku))
      : skus,
  )
}

/** Puts one SKU on or off shelf: at once on screen and, refused, back again; a failure has its own dialog. */
export function useShelf({ key }: WireframeRow) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    scope: { id: `shelf-${key}` },
    mutationFn: (enabled: boolean) => api.phoneCaseSkus.update({ params: { key }, body: { enabled } }),
    onMutate: async (enabled) => {
      await queries.cancelQueries({ queryKey: catalogueKeys.skuLists() })
      showShelf(queries, key, enabled)
    },
    onError: (_, enabled) => {
      showShelf(queries, key, !enabled)
      // It may have been obeyed although its answer was lost, or the SKU is gone.
      void queries.invalidateQueries({ queryKey: catalogueKeys.skuLists() })
    },
  })
}
