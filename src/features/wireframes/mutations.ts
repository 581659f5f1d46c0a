/** Mutations of wireframes and SKUs; each invalidates the queries it changes. */
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Sku } from '../../../contract/types'
import { catalogueKeys } from '../../api/queries/catalogue'
import { useApi } from '../../api/services'
import { toastSuccess } from '../../ui/toast'
import { skuKey, type WireframeRow } from './rows'

/** Invalidates SKUs and wireframes wherever they are shown, also in the designer's preview. */
export const refreshWireframes = (queries: Pick<QueryClient, 'invalidateQueries'>): Promise<unknown> =>
  queries.invalidateQueries({
    predicate: ({ queryKey: [area, what] }) =>
      area === catalogueKeys.all[0] && (what === 'skus' || what === 'wireframe' || what === 'wireframes'),
  })

/** Sets a SKU on or off shelf in every cached list that holds it. */
export function setCachedShelf(queries: Pick<QueryClient, 'setQueriesData'>, key: string, enabled: boolean): void {
  queries.setQueriesData<readonly Sku[]>({ queryKey: catalogueKeys.skuLists() }, (skus) =>
    skus?.some((sku) => skuKey(sku.phoneModelId, sku.materialColorId) === key && sku.enabled !== enabled)
      ? skus.map((sku) => (skuKey(sku.phoneModelId, sku.materialColorId) === key ? { ...sku, enabled } : sku))
      : skus,
  )
}

/** Puts one SKU on or off shelf: optimistic, reverted when the request fails; a failed request shows its own dialog. */
export function useShelf({ key }: WireframeRow) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    scope: { id: `shelf-${key}` },
    mutationFn: (enabled: boolean) => api.phoneCaseSkus.update({ params: { key }, body: { enabled } }),
    onMutate: async (enabled) => {
      await queries.cancelQueries({ queryKey: catalogueKeys.skuLists() })
      setCachedShelf(queries, key, enabled)
    },
    onSuccess: () => toastSuccess('操作成功'),
    onError: (_, enabled) => {
      setCachedShelf(queries, key, !enabled)
      // The server may have carried out the failed call, or the SKU may be gone.
      void queries.invalidateQueries({ queryKey: catalogueKeys.skuLists() })
    },
  })
}
