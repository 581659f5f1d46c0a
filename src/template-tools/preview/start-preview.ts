/** Finds the phone that a new design starts with: the last one used, otherwise the first that has a wireframe. */
import type { QueryClient } from '@tanstack/react-query'
import type { Wireframe } from '../../../contract/types'
import { materialsQuery, phoneBrandsQuery, phoneModelsQuery, skusQuery, wireframeQuery } from '../../api/queries/catalogue'
import type { Api } from '../../api/services'
import { colorFor, materialChoices, wireframeIdOf } from './choices'
import { recentPhones } from './recent-phones'

export interface StartPreview {
  readonly phoneModelId: number
  readonly materialColorId: number
  readonly wireframe: Wireframe
}

/** Returns null when no phone has a wireframe. Rejects when the catalogue cannot be loaded. */
export async function findStartPreview(queries: QueryClient, api: Api, username: string): Promise<StartPreview | null> {
  const materials = await queries.fetchQuery(materialsQuery(api))
  const brands = await queries.fetchQuery(phoneBrandsQuery(api))
  const recent = recentPhones(username).filter((phone) => brands.some((brand) => brand.id === phone.brandId))
  for (const brandId of new Set([...recent.map((phone) => phone.brandId), ...brands.map((brand) => brand.id)])) {
    const models = await queries.fetchQuery(phoneModelsQuery(api, brandId))
    const ids = models.map((model) => model.id)
    if (ids.length === 0) continue
    const skus = await queries.fetchQuery(skusQuery(api, ids))
    const recentIds = recent.map((phone) => phone.modelId).filter((id) => ids.includes(id))
    const favorites = models.filter((model) => model.favorited).map((model) => model.id)
    for (const phoneModelId of new Set([...recentIds, ...favorites, ...ids])) {
      const ofModel = skus.filter((sku) => sku.phoneModelId === phoneModelId && sku.wireframeId !== null)
      const materialColorId = colorFor(materialChoices(materials, ofModel), null)
      const wireframeId = wireframeIdOf(ofModel, phoneModelId, materialColorId)
      if (materialColorId === null || wireframeId === null) continue
      const wireframe = await queries.fetchQuery(wireframeQuery(api, wireframeId))
      return { phoneModelId, materialColorId, wireframe }
    }
  }
  return null
}
