/** A seller with one template collection, the pictures of a layer and of a thumbnail, and helpers to create and save templates. */
import type { TemplateLayerWrite } from '../../contract/types'
import { templateHandlers } from '../domain/templates/handlers'
import type { Ctx } from '../kernel/context'
import { type Domain, pictureFile } from './domain'

const { templateCollections, templates } = templateHandlers

export const layer = (imageFileId: number, change: Partial<TemplateLayerWrite> = {}): TemplateLayerWrite => ({
  id: null,
  uuid: 'a',
  type: 'IMAGE',
  imageUrl: '/whatever/the/client/says.png',
  imageFileId,
  rotation: 12.34,
  width: 90,
  height: 90,
  originalWidth: 256,
  originalHeight: 256,
  left: 10.5,
  top: -20,
  index: 0,
  locked: false,
  isBackground: false,
  isUserUploadImage: true,
  horizontalFlip: false,
  verticalFlip: true,
  ...change,
})

/** Creates a seller with one collection, one uploaded layer picture and one thumbnail. */
export async function openTemplateSeller(domain: Domain) {
  const ctx = await domain.seller()
  const collection = await templateCollections.create({ body: { name: '可爱' } }, ctx)
  const image = await pictureFile(ctx, { kind: 3, width: 256, height: 256 })
  const thumbnail = await pictureFile(ctx, { kind: 2, width: 287, height: 600 })
  const content = { width: 500, height: 1044, thumbnailFileId: thumbnail }
  const create = (layers: TemplateLayerWrite[] = [layer(image)], change: object = {}) =>
    templates.create({ body: { collectionId: collection.id, ...content, layers, ...change } }, ctx)
  const save = (id: number, revision: number, layers: TemplateLayerWrite[], change: object = {}) =>
    templates.save({ params: { id }, body: { revision, ...content, layers, ...change } }, ctx)
  return { ctx, collection, image, thumbnail, content, create, save }
}

export const listed = (ctx: Ctx, collectionId: number, pageNo = 1, pageSize = 50) =>
  templates.list({ query: { collectionId, pageNo, pageSize } }, ctx)
