/** The benchmarks of buyers share these: a template of stickers, a link to it alone, and a buyer's photo. */
import sharp from 'sharp'
import { callsOf } from './product.mjs'

export const layersOnCase = 15
/** A photo as messengers hand it on. */
const photoSize = { width: 1536, height: 2048 }

/** Makes a template of movable stickers and a link to it alone; returns the link's token. */
export async function seedLink({ url, token }) {
  const { call, upload } = callsOf({ url, token })
  const collection = await call('POST', '/api/design_template_collections', { name: '买家' })
  const layers = []
  for (let n = 0; n < layersOnCase; n += 1) {
    const color = { r: (n * 53) % 256, g: (n * 97) % 256, b: (n * 31) % 256, alpha: 0.9 }
    const png = await sharp({ create: { width: 600, height: 600, channels: 4, background: color } })
      .png()
      .toBuffer()
    const picture = await upload(3, png)
    layers.push({
      id: null,
      uuid: `layer-${n}`,
      name: `贴纸 ${n + 1}`,
      type: 'IMAGE',
      imageUrl: picture.url,
      imageFileId: picture.id,
      rotation: n * 7,
      width: 160,
      height: 160,
      originalWidth: 600,
      originalHeight: 600,
      left: (n % 3) * 150,
      top: Math.floor(n / 3) * 190,
      index: n,
      locked: false,
      isBackground: false,
      isUserUploadImage: false,
      horizontalFlip: false,
      verticalFlip: false,
    })
  }
  const template = await call('POST', '/api/design_templates', {
    collectionId: collection.id,
    name: '十五层',
    width: 500,
    height: 1044,
    thumbnailFileId: null,
    layers,
  })
  const [shop] = await call('GET', '/api/shop_customization_urls')
  const setting = {
    shopId: shop.shop.id,
    isDefault: false,
    customizationTiming: 1,
    mode: 5,
    bindingTemplateCollectionIds: [collection.id],
  }
  const { id } = await call('POST', '/api/shop_customization_settings', setting)
  const urls = await call('GET', '/api/shop_customization_urls')
  const link = urls.flatMap((one) => one.customizationUrls).find((one) => one.shopCustomizationSetting.id === id)
  return { linkToken: link.url.split('/').pop(), templateId: template.id }
}

/** A picture with detail everywhere, so that its file has the size of a photo. */
export function makePhoto() {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 }
  const small = { width: photoSize.width / 4, height: photoSize.height / 4, channels: 3, noise }
  return sharp({ create: { ...small, background: '#888' } })
    .png()
    .toBuffer()
    .then((detail) => sharp(detail).resize(photoSize.width, photoSize.height).jpeg({ quality: 90 }).toBuffer())
}

/** The layer of an uploaded photo below all others, filling the case. */
export const photoLayer = ({ imageFileId, imageUrl, width, height }, design) => ({
  ...design.layers[0],
  id: null,
  uuid: 'photo-1',
  name: '照片',
  imageFileId,
  imageUrl,
  originalWidth: width,
  originalHeight: height,
  rotation: 0,
  left: 0,
  top: 0,
  width: design.width,
  height: (design.width * height) / width,
  index: 0,
})
