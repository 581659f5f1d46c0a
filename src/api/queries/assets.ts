/** Queries of the asset library. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AssetType } from '../../../contract/constants'
import { readList, readPage } from '../read-list'
import type { Api } from '../services'

export interface AssetPage {
  readonly collectionId: number
  readonly pageNo: number
  readonly pageSize: number
}

export const assetKeys = {
  all: ['assets'] as const,
  /** All collections of every type. */
  collectionLists: () => [...assetKeys.all, 'collections'] as const,
  collections: (type: AssetType) => [...assetKeys.collectionLists(), type] as const,
  /** All pages of every collection. */
  lists: () => [...assetKeys.all, 'list'] as const,
  /** All pages of one collection. */
  ofCollection: (collectionId: number) => [...assetKeys.lists(), collectionId] as const,
  list: ({ collectionId, pageNo, pageSize }: AssetPage) =>
    [...assetKeys.ofCollection(collectionId), { pageNo, pageSize }] as const,
  names: (type: AssetType) => [...assetKeys.all, 'names', type] as const,
  byId: (ids: readonly number[]) => [...assetKeys.all, 'by-id', ids] as const,
}

/** Reads the collections of one type with counts and covers, in order. */
export const assetCollectionsQuery = (api: Api, type: AssetType) =>
  queryOptions({
    queryKey: assetKeys.collections(type),
    queryFn: readList(api, 'designAssetCollections', { query: { type } }),
    staleTime: 30_000,
  })

/** Reads one page of a collection. The previous page stays on screen while the next one loads. */
export const assetsQuery = (api: Api, page: AssetPage) =>
  queryOptions({
    queryKey: assetKeys.list(page),
    queryFn: readPage(api, 'designAssets', { query: { ...page } }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })

/** Reads the names of all assets of one type, for a search over all its collections. */
export const assetNamesQuery = (api: Api, type: AssetType) =>
  queryOptions({
    queryKey: assetKeys.names(type),
    queryFn: ({ signal }) => api.designAssets.names({ query: { type } }, { signal, quiet: true }),
    staleTime: 30_000,
    meta: { quiet: true },
  })

/** Reads these assets, in this order. The previous result stays on screen while the next one loads. */
export const assetsByIdQuery = (api: Api, ids: readonly number[]) =>
  queryOptions({
    queryKey: assetKeys.byId(ids),
    queryFn: ({ signal }) => api.designAssets.some({ query: { ids: ids.join(',') } }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    staleTime: 10_000,
    meta: { quiet: true },
  })
