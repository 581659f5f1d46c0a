import pLimit from 'p-limit'
import type { Api } from '../../../api/services'
import { batchesOf } from '../../../base/batches'
import type { Catalogue } from './catalogue'
import { type Combination, normalizeName } from './file-name'

type CatalogueApi = Pick<Api, 'phoneBrands' | 'phoneModels' | 'phoneCaseMaterials' | 'phoneCaseSkus' | 'wireframes'>

/** Ids per request; the server accepts 1000. */
const idsPerRequest = 500
/** Concurrent requests. */
const maxConcurrentRequests = 6

/** Reads the part of the catalogue that these combinations concern. Rejects with the failed request's ApiError. */
export async function readCatalogue(
  api: CatalogueApi,
  combinations: readonly Combination[],
  signal?: AbortSignal,
): Promise<Catalogue> {
  const options = { quiet: true, ...(signal && { signal }) }
  const limit = pLimit(maxConcurrentRequests)
  const inChunks = async <T>(ids: readonly number[], read: (text: string) => Promise<readonly T[]>): Promise<readonly T[]> => {
    return (await Promise.all(batchesOf(ids, idsPerRequest).map((part) => limit(() => read(part.join(',')))))).flat()
  }

  const [brands, materials] = await Promise.all([api.phoneBrands.list({}, options), api.phoneCaseMaterials.list({}, options)])
  const brandNames = new Set(combinations.map(({ brand }) => brand))
  const namedBrands = brands.filter(({ name }) => brandNames.has(normalizeName(name)))
  const models = (
    await Promise.all(namedBrands.map(({ id }) => limit(() => api.phoneModels.list({ params: { brandId: id } }, options))))
  ).flat()
  const modelNames = new Set(combinations.map(({ model }) => model))
  const modelIds = models.filter(({ name }) => modelNames.has(normalizeName(name))).map(({ id }) => id)
  const skus = await inChunks(modelIds, (phoneModelIds) => api.phoneCaseSkus.list({ query: { phoneModelIds } }, options))
  const wireframeIds = [...new Set(skus.flatMap(({ wireframeId }) => wireframeId ?? []))]
  const wireframes = await inChunks(wireframeIds, (ids) => api.wireframes.list({ query: { ids } }, options))
  return { brands, models, materials, skus, wireframes }
}
