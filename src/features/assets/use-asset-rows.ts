import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { DesignAsset, DesignAssetCollection, LooseDesignAsset } from '../../../contract/types'
import { assetNamesQuery, assetsByIdQuery, assetsQuery } from '../../api/queries/assets'
import { useApi } from '../../api/services'
import type { ListQuery } from '../../ui/use-list-query'
import { useTextMatch } from '../../ui/use-text-match'
import type { AssetKind } from './asset-kinds'
import { readAllAssets, readAssetsById } from './read-assets'

export interface AssetRows {
  readonly items: readonly LooseDesignAsset[]
  /** The same rows where they can be sorted; empty for a search. */
  readonly ordered: readonly DesignAsset[]
  /** Number of assets on all pages. */
  readonly total: number
  readonly isKnown: boolean
  readonly isPending: boolean
  readonly isError: boolean
  readonly isFetching: boolean
  readonly error: unknown
  /** The rows are those of the previous page or search, shown while new ones are read. */
  readonly isStale: boolean
  refetch(): unknown
  /** Reads all assets of the collection or search, for 选择全部. */
  readAll(): Promise<readonly LooseDesignAsset[]>
}

/** Reads a page of one collection or, while words are searched, of all assets in the library with such a name. */
export function useAssetRows(kind: AssetKind, collection: DesignAssetCollection, list: ListQuery<'q'>): AssetRows {
  const api = useApi()
  const { pageNo, pageSize } = list
  const words = list.get('q')
  const searching = words !== ''
  const page = useQuery({ ...assetsQuery(api, { collectionId: collection.id, pageNo, pageSize }), enabled: !searching })
  const names = useQuery({ ...assetNamesQuery(api, kind.type), enabled: searching })
  const match = useTextMatch(words)
  const foundIds = useMemo(
    () => (searching ? (names.data ?? []).filter(({ name }) => match(name, words)).map(({ id }) => id) : []),
    [searching, names.data, match, words],
  )
  const pageIds = useMemo(() => foundIds.slice((pageNo - 1) * pageSize, pageNo * pageSize), [foundIds, pageNo, pageSize])
  const found = useQuery({ ...assetsByIdQuery(api, pageIds), enabled: pageIds.length > 0 })

  if (!searching) {
    const { data, isPending, isError, isFetching, error, isPlaceholderData, refetch } = page
    return {
      items: data?.items ?? [],
      ordered: data?.items ?? [],
      total: data?.totalItems ?? 0,
      isKnown: data !== undefined,
      ...{ isPending, isError, isFetching, error, refetch },
      isStale: isPlaceholderData,
      readAll: () => readAllAssets(api, collection.id),
    }
  }
  const noneFound = names.data !== undefined && pageIds.length === 0
  return {
    items: noneFound ? [] : (found.data ?? []),
    ordered: [],
    total: foundIds.length,
    isKnown: noneFound || (names.data !== undefined && found.data !== undefined),
    isPending: names.isPending || (!noneFound && found.isPending),
    isError: names.isError || found.isError,
    isFetching: names.isFetching || found.isFetching,
    error: names.error ?? found.error,
    isStale: found.isPlaceholderData,
    refetch: () => Promise.all([names.refetch(), ...(noneFound ? [] : [found.refetch()])]),
    readAll: () => readAssetsById(api, foundIds),
  }
}
