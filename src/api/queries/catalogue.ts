/** Queries of the catalogue with key, call and cache time, shared by every screen that shows them. */
import { queryOptions } from '@tanstack/react-query'
import { readList } from '../read-list'
import type { Api } from '../services'

export const catalogueKeys = {
  all: ['catalogue'] as const,
  brands: () => [...catalogueKeys.all, 'brands'] as const,
  models: (brandId: number) => [...catalogueKeys.all, 'models', brandId] as const,
  materials: () => [...catalogueKeys.all, 'materials'] as const,
  /** All lists of SKUs, whatever their models. */
  skuLists: () => [...catalogueKeys.all, 'skus'] as const,
  skus: (modelIds: readonly number[]) => [...catalogueKeys.skuLists(), modelIds] as const,
  wireframe: (id: number) => [...catalogueKeys.all, 'wireframe', id] as const,
  wireframes: (ids: readonly number[]) => [...catalogueKeys.all, 'wireframes', ids] as const,
}

/** Sellers seldom change the catalogue, and mostly in this window, where each change invalidates its list. */
const staleTime = 60_000

export const phoneBrandsQuery = (api: Api) =>
  queryOptions({
    queryKey: catalogueKeys.brands(),
    queryFn: readList(api, 'phoneBrands', {}),
    staleTime,
  })

export const phoneModelsQuery = (api: Api, brandId: number) =>
  queryOptions({
    queryKey: catalogueKeys.models(brandId),
    queryFn: readList(api, 'phoneModels', { params: { brandId } }),
    staleTime,
  })

export const materialsQuery = (api: Api) =>
  queryOptions({
    queryKey: catalogueKeys.materials(),
    queryFn: readList(api, 'phoneCaseMaterials', {}),
    staleTime,
  })

/** Reads the SKUs of some models; without models there is no call. */
export const skusQuery = (api: Api, modelIds: readonly number[]) =>
  queryOptions({
    queryKey: catalogueKeys.skus(modelIds),
    queryFn: readList(api, 'phoneCaseSkus', { query: { phoneModelIds: modelIds.join(',') } }),
    enabled: modelIds.length > 0,
    staleTime,
  })

/** Reads the SKUs whose wireframe is a standard one that nobody has checked; a hint, so a failure opens no modal. */
export const standardSkusQuery = (api: Api) =>
  queryOptions({
    queryKey: [...catalogueKeys.skuLists(), 'standard'],
    queryFn: readList(api, 'phoneCaseSkus', { query: { standard: 'true' } }),
    staleTime,
    meta: { quiet: true },
  })

/** Reads one wireframe. The caller shows a missing one itself (当前机型没有线框图), so a failure opens no modal. */
export const wireframeQuery = (api: Api, id: number) =>
  queryOptions({
    queryKey: catalogueKeys.wireframe(id),
    queryFn: ({ signal }) => api.wireframes.get({ params: { id } }, { signal, quiet: true }),
    staleTime,
    meta: { quiet: true },
  })

/**
 * Reads wireframes by their ids, at most 1000, in no guaranteed order; deleted ones are left out. Without ids there is no call.
 */
export const wireframesQuery = (api: Api, ids: readonly number[]) =>
  queryOptions({
    queryKey: catalogueKeys.wireframes(ids),
    queryFn: readList(api, 'wireframes', { query: { ids: ids.join(',') } }),
    enabled: ids.length > 0,
    staleTime,
    meta: { quiet: true },
  })

type UseOf = 'brand' | 'model' | 'material' | 'color'

/**
 * Returns a sentence for the warning that lists what refers to the rows to be deleted; empty when nothing does. Never rejects:
 * the text states when a count could not be read.
 */
export async function catalogueUseText(api: Api, kind: UseOf, ids: readonly number[]): Promise<string> {
  try {
    const { openOrders, designs, products, models, wireframes, onShelf } = await api.catalogueUse.get(
      { query: { kind, ids: ids.join(',') } },
      { quiet: true, again: true },
    )
    const deleted = [
      models > 0 && `${models} 个型号`,
      wireframes > 0 && `${wireframes} 张线框图${onShelf > 0 ? `（${onShelf} 项在架）` : ''}`,
    ].filter((text) => text !== false)
    const cascadeWarning = deleted.length === 0 ? '' : `会一起删除 ${deleted.join('、')}。`
    const inUse = [
      openOrders > 0 && `${openOrders} 个未推送的订单`,
      designs > 0 && `${designs} 个买家定制`,
      products > 0 && `${products} 个商品或定制链接`,
    ].filter((text) => text !== false)
    if (inUse.length === 0) return cascadeWarning
    const consequence = openOrders > 0 ? '，这些订单要在订单详情里换型号以后才能推送' : ''
    return `${cascadeWarning}${inUse.join('、')}正在使用${consequence}。`
  } catch {
    return '没有查到有多少订单正在使用，删除前请到订单管理确认。'
  }
}
