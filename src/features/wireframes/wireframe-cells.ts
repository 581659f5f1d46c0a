/** Cells of the export 全部线框图: a row per model and colour of a material with its wireframe, print area and shelf state. */

import type { QueryClient } from '@tanstack/react-query'
import { maxIdsPerCall } from '../../../contract/constants'
import type { Wireframe } from '../../../contract/types'
import { materialsQuery, phoneBrandsQuery, phoneModelsQuery, skusQuery, wireframesQuery } from '../../api/queries/catalogue'
import type { Api } from '../../api/services'
import { batchesOf } from '../../base/batches'
import { createRowIds, hasWireframe, isOnShelf, rowsOf } from './rows'

type Cells = (string | number)[]

async function readInBatches<T>(ids: readonly number[], read: (part: readonly number[]) => Promise<readonly T[]>): Promise<T[]> {
  const found: T[] = []
  for (const batch of batchesOf(ids, maxIdsPerCall)) found.push(...(await read(batch)))
  return found
}

const headCells: Cells = [
  ...['品牌', '型号', '材质', '颜色', '线框图', '宽（像素）', '高（像素）', '宽（毫米）', '高（毫米）'],
  ...['左', '右', '上', '下', '上架'],
]

function sizeCells(wireframe: Wireframe | undefined): Cells {
  if (!wireframe) return ['没有', ...Array.from({ length: 8 }, () => '')]
  const { width, height, widthMm, heightMm, printArea, standard } = wireframe
  const margins = printArea ? [printArea.left, printArea.right, printArea.top, printArea.bottom] : ['', '', '', '']
  return [standard === null ? '有' : '标准线框，待核对', width, height, widthMm ?? '', heightMm ?? '', ...margins]
}

export async function wireframeCells(api: Api, queries: QueryClient): Promise<readonly Cells[]> {
  const [brands, materials] = await Promise.all([
    queries.fetchQuery(phoneBrandsQuery(api)),
    queries.fetchQuery(materialsQuery(api)),
  ])
  const cells = [headCells]
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
      const wireframe = hasWireframe(row) ? byId.get(row.sku?.wireframeId ?? 0) : undefined
      const names = [brand.name, row.model.name, row.material.name, row.color.name]
      cells.push([...names, ...sizeCells(wireframe), isOnShelf(row) ? '是' : ''])
    }
  }
  return cells
}
