/** Reads of the catalogue: key, call and freshness together, shared by every screen that shows them. */
import { queryOptions } from '@tanstack/react-query'
import { routes } from '../../../contract/routes'
import type { Api } from '../services'
import { listReply } from '../shape'

export const catalogueKeys = {
  all: ['catalogue'] as const,
  brands: () => [...catalogueKeys.all, 'brands'] as const,
  models: (brandId: number) => [...catalogueKeys.all, 'models', brandId] as const,
  materials: () => [...catalogueKeys.all, 'materials'] as const,
  /** Every list of SKUs, whatever its models. */
  skuLists: () => [...catalogueKeys.all, 'skus'] as const,
  skus: (modelIds: readonly number[]) => [...catalogueKeys.skuLists(), modelIds] as const,
  wireframe: (id: number) => [...catalogueKeys.all, 'wireframe', id] as const,
  wireframes: (ids: readonly number[]) => [...catalogueKeys.all, 'wireframes', ids] as const,
}

/** Sellers change the catalogue seldom and in this same window, where each change invalidates its list. */
const staleTime = 60_000

export const phoneBrandsQuery = (api: Api) =>
  queryOptions({
    queryKey: catalogueKeys.brands(),
    queryFn: async ({ signal }) => listReply(routes.phoneBrands.list, await api.phoneBrands.list({}, { signal, quiet: true })),
    staleTime,
  })

export const phoneModelsQuery = (api: Api, brandId: number) =>
  queryOptions({
    queryKey: catalogueKeys.models(brandId),
    queryFn: async ({ signal }) =>
      listReply(routes.phoneModels.list, await api.phoneModels.list({ params: { brandId } }, { signal, quiet: true })),
    staleTime,
  })

export const materialsQuery = (api: Api) =>
  queryOptions({
    queryKey: catalogueKeys.materials(),
    queryFn: async ({ signal }) =>
      listReply(routes.phoneCaseMaterials.list, await api.phoneCaseMaterials.list({}, { signal, quiet: true })),
    staleTime,
  })

/** SKUs of some models; no models, no call. */
export const skusQuery = (api: Api, modelIds: readonly number[]) =>
  queryOptions({
    queryKey: catalogueKeys.skus(modelIds),
    queryFn: async ({ signal }) =>
      listReply(
        routes.phoneCaseSkus.list,
        await api.phoneCaseSkus.list({ query: { phoneModelIds: modelIds.join(',') } }, { signal, quiet: true }),
      ),
    enabled: modelIds.length > 0,
    staleTime,
  })

/** One wireframe. The caller shows a missing one itself (当前机型没有线框图), so its failure opens no modal. */
export const wireframeQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: catalogueKeys.wireframe(id),
    queryFn: ({ signal }) => api.wireframes.get({ params: { id } }, { signal, quiet: true }),
    staleTime,
    meta: { quiet: true },
  })

/** Wireframes by their ids, at most 1000, in no promised order; ids that are gone are left out. No ids, no call. */
export const wireframesQuery = (api: Api, ids: readonly number[]) =>
  queryOptions({
    queryKey: catalogueKeys.wireframes(ids),
    queryFn: async ({ signal }) =>
      listReply(routes.wireframes.list, await api.wireframes.list({ query: { ids: ids.join(',') } }, { signal, quiet: true })),
    enabled: ids.length > 0,
    staleTime,
    meta: { quiet: true },
  })
