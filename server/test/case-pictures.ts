/** A seller whose templates lie on a case: a model with a wireframe, and a template with a thumbnail, over HTTP. */
import sharp from 'sharp'
import { fileKind } from '../../contract/constants'
import { frontArt } from '../embedded/demo/case-art'
import { demoBrands } from '../embedded/demo/shop-data'
import type { TestServer } from './server'
import { layer } from './template-studio'

/** The wireframe's size: a model of the demo shop. */
const frame = { width: 546, height: 1090, widthMm: 78, heightMm: 155.7 }

export async function openCaseSeller(server: TestServer) {
  const { token, accountId } = await server.newAccount()
  const post = async (path: string, body: object) => {
    const reply = await server.call('POST', path, { token, body })
    if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`)
    return reply.body
  }
  const picture = (color: string, width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: color } })
      .png()
      .toBuffer()
  const [model] = demoBrands[0]?.models ?? []
  if (!model) throw new Error('the demo has no models')
  const foreground = await server.upload(token, fileKind.wireframe, 'front.svg', Buffer.from(frontArt(model)))
  const brand = await post('/api/phone_brands', { name: '苹果' })
  const phone = await post(`/api/phone_brands/${brand.id}/phone_models`, { name: 'iPhone 15' })
  const bare = await post(`/api/phone_brands/${brand.id}/phone_models`, { name: 'iPhone 4' })
  const material = await post('/api/phone_case_materials', { name: '磨砂硅胶' })
  const color = await post(`/api/phone_case_materials/${material.id}/colors`, { name: '黑' })
  const ids = { phoneBrandId: brand.id, materialId: material.id, materialColorId: color.id, enabled: true }
  const wireframe = { ...frame, foregroundImageFileId: foreground.id }
  await post('/api/phone_case_skus', { ...ids, phoneModelId: phone.id, wireframeId: null, wireframe })
  await post('/api/phone_case_skus', { ...ids, phoneModelId: bare.id, wireframeId: null })
  const collection = await post('/api/design_template_collections', { name: '夏日' })
  const image = await server.upload(token, fileKind.templateLayer, 'layer.png', await picture('#d81e06', 500, 1000))
  const thumbnail = await server.upload(token, fileKind.templateThumbnail, 'thumb.png', await picture('#d81e06', 300, 600))
  const whole = { left: 0, top: 0, width: 500, height: 1000, rotation: 0, verticalFlip: false }
  const content = { collectionId: collection.id, width: 500, height: 1000, layers: [layer(image.id, whole)] }
  const createTemplate = (change: object = {}) =>
    post('/api/design_templates', { ...content, thumbnailFileId: thumbnail.id, previewPhoneModelId: phone.id, ...change })
  const template = await createTemplate()
  const list = async () =>
    (await server.call('GET', `/api/design_templates?collectionId=${collection.id}&pageNo=1&pageSize=50`, { token })).body.items
  return {
    token,
    accountId,
    phone,
    bare,
    material,
    color,
    collection,
    image,
    thumbnail,
    content,
    template,
    createTemplate,
    list,
    post,
    picture,
  }
}
