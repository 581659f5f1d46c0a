import type { QueryClient } from '@tanstack/react-query'
import { phoneBrandsQuery, phoneModelsQuery } from '../../api/queries/catalogue'
import type { Api } from '../../api/services'

/** Table cells of every model of every brand, in the seller's order; a brand without models has a row of its own. */
export async function modelCells(api: Api, queries: QueryClient): Promise<string[][]> {
  const brands = await queries.fetchQuery(phoneBrandsQuery(api))
  const rows: string[][] = [['品牌', '型号', '收藏']]
  for (const brand of brands) {
    const models = await queries.fetchQuery(phoneModelsQuery(api, brand.id))
    if (models.length === 0) rows.push([brand.name, '', ''])
    for (const { name, favorited } of models) rows.push([brand.name, name, favorited ? '是' : ''])
  }
  return rows
}
