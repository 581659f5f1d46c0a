/** Reads all rows of the wireframe screen with their wireframes, for the export and for batches over the whole catalogue. */
import type { QueryClient } from '@tanstack/react-query'
import { maxIdsPerCall } from '../../../contract/constants'
import type { Wireframe } from '../../../contract/types'
import { materialsQuery, phoneBrandsQuery, phoneModelsQuery, skusQuery, wireframesQuery } from '../../api/queries/catalogue'
import type { Api } from '../../api/services'
import { batchesOf } from '../../base/batches'
import { createRowIds, rowsOf, type WireframeRow } from './rows'

async function readInBatches<T>(ids: readonly number[], read: (part: readonly number[]) => Promise<readonly T[]>): Promise<T[]> {
  const found: T[] = []
  for (const batch of batchesOf(ids, maxIdsPerCall)) found.push(...(await read(batch)))
  return found
}

export interface RowWithWireframe {
  readonly row: WireframeRow
  readonly wireframe: Wireframe | null
}

export async function readAllRows(api: Api, queries: QueryClient): Promise<readonly RowWithWireframe[]> {
  const [brands, materials] = await Promise.all([
    queries.fetchQuery(phoneBrandsQuery(api)),
    queries.fetchQuery(materialsQuery(api)),
  ])
  const all: RowWithWireframe[] = []
  for (const brand of brands) {
    const models = await queries.fetchQuery(phoneModelsQuery(api, brand.id))
    const skus = await readInBatches(
      models.map(({ id }) => id),
      (batch) => queries.fetchQuery(skusQuery(api, batch)),
    )
    const wireframeIds = [...new Set(skus.flatMap(({ wireframeId }) => wireframeId ?? []))]
    const wireframes = await readInBatches(wireframeIds, (part) => queries.fetchQuery(wireframesQuery(api, part)))
    const byId = new Map(wireframes.map((one) => [one.id, one]))
    for (const row of rowsOf({ brand, models, materials, skus }, createRowIds())) {
      all.push({ row, wireframe: byId.get(row.sku?.wireframeId ?? 0) ?? null })
    }
  }
  return all
}
