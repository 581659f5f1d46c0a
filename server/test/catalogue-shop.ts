import { catalogueHandlers } from '../domain/catalogue/handlers'
import { type Domain, pictureFile } from './domain'

const { phoneBrands, phoneModels, phoneCaseMaterials, materialColors, phoneCaseSkus, wireframes } = catalogueHandlers

/**
 * Creates a seller with one brand of two models, one material of two colours, a wireframe, and a SKU of the first model and
 * colour.
 */
export async function createCatalogueShop(domain: Domain) {
  const ctx = await domain.seller()
  const brand = await phoneBrands.create({ body: { name: '苹果' } }, ctx)
  const params = { brandId: brand.id }
  const model = await phoneModels.create({ params, body: { name: 'iPhone 15' } }, ctx)
  const model2 = await phoneModels.create({ params, body: { name: 'iPhone 16' } }, ctx)
  const material = await phoneCaseMaterials.create({ body: { name: '硅胶' } }, ctx)
  const inMaterial = { materialId: material.id }
  const color = await materialColors.create({ params: inMaterial, body: { name: '黑' } }, ctx)
  const color2 = await materialColors.create({ params: inMaterial, body: { name: '白', defaultBackgroundColor: '#fff' } }, ctx)
  const fileId = await pictureFile(ctx)
  const wireframe = await wireframes.create({ body: { width: 500, height: 1044, foregroundImageFileId: fileId } }, ctx)
  const ids = { phoneBrandId: brand.id, phoneModelId: model.id, materialId: material.id, materialColorId: color.id }
  const sku = await phoneCaseSkus.create({ body: { ...ids, wireframeId: wireframe.id, enabled: true } }, ctx)
  return { ctx, brand, model, model2, material, color, color2, fileId, wireframe, ids, sku }
}
