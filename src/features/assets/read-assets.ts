import { maxIdsPerCall } from '../../../contract/constants'
import type { DesignAsset, LooseDesignAsset } from '../../../contract/types'
import type { Api } from '../../api/services'
import { batchesOf } from '../../base/batches'

/** Largest page the server gives. */
const pageSize = 500

/** Every asset of a collection, in order. A failure has its own dialog. */
export async function readAllAssets(api: Api, collectionId: number): Promise<readonly DesignAsset[]> {
  const all = new Map<number, DesignAsset>()
  for (let pageNo = 1; ; pageNo++) {
    const { items } = await api.designAssets.list({ query: { collectionId, pageNo, pageSize } })
    // By id, because another window may push one from a page to the next while they are read.
    for (const item of items) all.set(item.id, item)
    if (items.length < pageSize) return [...all.values()]
  }
}

/** The asset at a place of the whole collection, from 0; null past its end. */
export async function assetIdAt(api: Api, collectionId: number, place: number): Promise<number | null> {
  const query = { collectionId, pageNo: place + 1, pageSize: 1 }
  const { items } = await api.designAssets.list({ query }, { quiet: true })
  return items[0]?.id ?? null
}

/** These assets, in this order; those that are gone are left out. A failure has its own dialog. */
export async function readAssetsById(api: Api, ids: readonly number[]): Promise<readonly LooseDesignAsset[]> {
  const found: LooseDesignAsset[] = []
  for (const some of batchesOf(ids, maxIdsPerCall)) {
    found.push(...(await api.designAssets.some({ query: { ids: some.join(',') } })))
  }
  return found
}
