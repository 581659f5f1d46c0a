import { maxIdsPerCall } from '../../../contract/constants'
import type { DesignAsset, LooseDesignAsset } from '../../../contract/types'
import type { Api } from '../../api/services'
import { batchesOf } from '../../base/batches'

/** Largest page size that the server accepts. */
const pageSize = 500

/** Reads every asset of a collection, in order. A failed request shows its own dialog. */
export async function readAllAssets(api: Api, collectionId: number): Promise<readonly DesignAsset[]> {
  const all = new Map<number, DesignAsset>()
  for (let pageNo = 1; ; pageNo++) {
    const { items } = await api.designAssets.list({ query: { collectionId, pageNo, pageSize } }, { again: true })
    // Keyed by id: a change in another window may shift an asset to the next page while pages are read.
    for (const item of items) all.set(item.id, item)
    if (items.length < pageSize) return [...all.values()]
  }
}

/** Id of the asset at an index of the whole collection, from 0; null past its end. */
export async function assetIdAt(api: Api, collectionId: number, index: number): Promise<number | null> {
  const query = { collectionId, pageNo: index + 1, pageSize: 1 }
  const { items } = await api.designAssets.list({ query }, { quiet: true, again: true })
  return items[0]?.id ?? null
}

/** Reads these assets in this order; deleted ones are left out. A failed request shows its own dialog. */
export async function readAssetsById(api: Api, ids: readonly number[]): Promise<readonly LooseDesignAsset[]> {
  const found: LooseDesignAsset[] = []
  for (const batch of batchesOf(ids, maxIdsPerCall)) {
    found.push(...(await api.designAssets.some({ query: { ids: batch.join(',') } }, { again: true })))
  }
  return found
}
