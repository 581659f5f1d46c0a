/** A shop whose buyers design behind a link: a template with a place for a photo over a locked frame, for two phones. */
import sharp from 'sharp'
import { fileKind, productMode } from '../../../contract/constants'
import type { ShopCustomizationUrls } from '../../../contract/types'
import type { Merchant } from './merchants'
import { buyCredits, makeCase } from './orders'
import { pngPicture } from './pictures'
import { type Caller, caller, type Made, tokenOfMerchant, uploadPicture } from './shop'

export const squarePicture = async (red: number, green: number, blue: number, size = 800) => ({
  ...(await pngPicture('照片.png', size, size)),
  buffer: await sharp({ create: { width: size, height: size, channels: 3, background: { r: red, g: green, b: blue } } })
    .png()
    .toBuffer(),
})

/** A photo whose left half is red and whose right half is blue. */
export async function halvesPicture(width = 800, height = 800) {
  const half = { create: { width: width / 2, height, channels: 3 as const, background: '#00f' } }
  const buffer = await sharp({ create: { width, height, channels: 3, background: '#f00' } })
    .composite([{ input: await sharp(half).png().toBuffer(), left: width / 2, top: 0 }])
    .png()
    .toBuffer()
  return { name: '合影.png', mimeType: 'image/png', buffer }
}

const box = {
  id: null,
  type: 'IMAGE',
  rotation: 0,
  width: 200,
  height: 200,
  originalWidth: 800,
  originalHeight: 800,
  left: 0,
  locked: true,
  isBackground: false,
  horizontalFlip: false,
  verticalFlip: false,
}

async function makeTemplate(call: Caller, baseUrl: string): Promise<number> {
  const sample = await uploadPicture(call, baseUrl, fileKind.templateLayer, await squarePicture(200, 200, 200))
  const frame = await uploadPicture(call, baseUrl, fileKind.templateLayer, await squarePicture(0, 160, 0))
  const { id: collectionId } = await call<Made>('POST', '/api/design_template_collections', { name: '相框' })
  const photo = { uuid: 'photo', name: '合影', top: 0, index: 0, imageFileId: sample.id, imageUrl: sample.url }
  const edge = { uuid: 'edge', name: '边框', top: 200, index: 1, imageFileId: frame.id, imageUrl: frame.url }
  await call('POST', '/api/design_templates', {
    collectionId,
    name: '合影壳',
    width: 200,
    height: 400,
    thumbnailFileId: null,
    layers: [
      { ...box, ...photo, isUserUploadImage: true },
      { ...box, ...edge, isUserUploadImage: false },
    ],
  })
  return collectionId
}

/** Opens the shop of a new merchant, with credits. Its first phone is 小米 14, its second the shorter 小米 15. */
export async function openBuyerShop(baseUrl: string, merchant: Merchant) {
  const token = await tokenOfMerchant(baseUrl, merchant)
  const call = caller(baseUrl, token)
  const { id: shopId } = await call<Made>('POST', '/api/shops', { type: 'DOUDIAN', name: '海边小店' })
  const on = await makeCase(call, baseUrl, await pngPicture('壳.png', 200, 400), { widthMm: 50.8, heightMm: 101.6 })
  const { phoneBrandId, phoneCaseMaterialId: materialId, phoneCaseMaterialColorId: materialColorId } = on
  const models = `/api/phone_brands/${phoneBrandId}/phone_models`
  const { id: phoneModelId } = await call<Made>('POST', models, { name: '小米 15' })
  const { id: foregroundImageFileId } = await uploadPicture(
    call,
    baseUrl,
    fileKind.wireframe,
    await pngPicture('短壳.png', 200, 360),
  )
  const frame = { width: 200, height: 360, foregroundImageFileId, widthMm: 50.8, heightMm: 91.44 }
  const { id: wireframeId } = await call<Made>('POST', '/api/phone_case_wireframes', frame)
  const sku = { wireframeId, enabled: true, materialColorId, materialId, phoneBrandId, phoneModelId }
  await call('POST', '/api/phone_case_skus', sku)
  const setting = {
    isDefault: true,
    customizationTiming: 1,
    mode: productMode.templateCollectionsAndDiy as number,
    bindingTemplateCollectionIds: [await makeTemplate(call, baseUrl)],
  }
  const { id: linkId } = await call<Made>('POST', '/api/shop_customization_settings', { shopId, ...setting })
  const urls = await call<ShopCustomizationUrls[]>('GET', '/api/shop_customization_urls')
  const url = urls.find(({ shop }) => shop.id === shopId)?.customizationUrls[0]?.url ?? ''
  await buyCredits(call, baseUrl, 1000)
  return { token, call, shopId, on, link: { id: linkId, url }, setting }
}
export type BuyerShop = Awaited<ReturnType<typeof openBuyerShop>>
