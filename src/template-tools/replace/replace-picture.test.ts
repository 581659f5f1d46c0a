import { expect, test } from 'vitest'
import { ConflictError, NotFoundError } from '../../../contract/call-errors'
import type { Template, TemplateSave } from '../../../contract/types'
import type { DesignDoc, Layer } from '../../../design/model/types'
import { cutout, docOf, image, text } from '../../../design/test/make'
import type { ItemContext } from '../../base/tasks/types'
import { createReplacePicture, type ReplaceInput, type ReplaceServices, type ReplaceTools } from './replace-picture'

const picture = { fileId: 9, url: '/files/new.png', width: 200, height: 100, uploaded: true }
const input: ReplaceInput = { id: 5, layerName: '主图', picture }
const context: ItemContext = {
  signal: new AbortController().signal,
  progress: () => undefined,
  saved: undefined,
  checkpoint: async () => undefined,
}
const call = { method: 'PUT', url: '' }
const stroke = { color: '#ffffff', width: 4, style: 'SOLID', opacity: 100, offset: 0 } as const

function templateOf(doc: DesignDoc, revision: number): Template {
  const layers = doc.layers.map((layer: Layer, index) => ({ ...layer, index, id: layer.id ?? index + 1 }))
  return { ...doc, id: 5, collectionId: 1, revision, layers } as unknown as Template
}

/** A server with one template; `conflicts` saves of others come in between. */
function open(doc: DesignDoc, { conflicts = 0, gone = false } = {}) {
  let revision = 3
  const saved: TemplateSave[] = []
  const outlined: Layer[] = []
  const drawn: DesignDoc[] = []
  const services = {
    api: {
      templates: {
        get: async () => {
          if (gone) throw new NotFoundError('没有', call)
          return templateOf(doc, revision)
        },
        save: async ({ body }: { body: TemplateSave }) => {
          if (conflicts-- > 0) {
            revision++
            throw new ConflictError('已被修改', call)
          }
          saved.push(body)
        },
      },
    },
    platform: { uploadFile: async () => ({ fileId: 77, url: '/files/thumb.png' }) },
    queries: { invalidateQueries: () => undefined },
  } as unknown as ReplaceServices
  const tools: ReplaceTools = {
    async outline(layer) {
      outlined.push(layer)
      return { stroke: layer.stroke, strokeSvgData: `<svg data-of="${layer.imageUrl}"/>` }
    },
    async thumbnail(next) {
      drawn.push(next)
      return new Blob()
    },
    dispose: () => undefined,
  }
  const kind = createReplacePicture(() => tools)
  return { saved, outlined, drawn, run: () => kind.run(input, context, services, tools) }
}

test('each image layer of the name gets the picture and keeps its place, stroke, order, lock and appearance', async () => {
  const main = image('a', { name: '主图', left: 50, top: 40, rotation: 20, locked: true, stroke, strokeSvgData: '<svg/>' })
  const faded = image('d', { name: '主图', appearance: { opacity: 0.5 } })
  const doc = docOf(main, image('b', { name: '贴纸' }), cutout('c', { name: '主图' }), text('t', { name: '主图' }), faded)
  const { run, saved, outlined, drawn } = open(doc)
  expect(await run()).toBe(2)
  const [body] = saved
  expect(body).toMatchObject({ revision: 3, thumbnailFileId: 77 })
  expect(body?.layers[0]).toMatchObject({
    ...{ uuid: 'a', name: '主图', imageFileId: 9, imageUrl: '/files/new.png', originalWidth: 200, originalHeight: 100 },
    ...{ left: 50, top: 65, width: 100, height: 50, rotation: 20, locked: true },
    ...{ stroke, strokeSvgData: '<svg data-of="/files/new.png"/>' },
  })
  expect(body?.layers.slice(1).map(({ imageFileId }) => imageFileId)).toEqual([7, 7, 7, 9])
  expect(body?.layers[4]?.appearance).toEqual({ opacity: 0.5 })
  expect(outlined.map(({ uuid, height }) => [uuid, height])).toEqual([['a', 50]])
  expect(drawn[0]?.layers[0]?.imageUrl).toBe('/files/new.png')
})

test('a background keeps covering the canvas with the new picture', async () => {
  const { run, saved } = open(docOf(image('a', { name: '主图', isBackground: true })))
  await run()
  expect(saved[0]?.layers[0]).toMatchObject({ height: 1044, width: 2088, left: -794 })
})

test('a template that somebody saves meanwhile is read again, and one that never rests is given up with the reason', async () => {
  const doc = docOf(image('a', { name: '主图' }))
  const once = open(doc, { conflicts: 2 })
  expect(await once.run()).toBe(1)
  expect(once.saved.map(({ revision }) => revision)).toEqual([5])
  const always = open(doc, { conflicts: 99 })
  await expect(always.run()).rejects.toThrow('这个模板正被别人反复保存，请稍后重试')
  expect(always.saved).toEqual([])
})

test('a template without the layer, or a deleted one, says so and is not tried again', async () => {
  await expect(open(docOf(image('a'))).run()).rejects.toMatchObject({
    name: 'FinalFailure',
    message: expect.stringMatching('主图'),
  })
  await expect(open(docOf(), { gone: true }).run()).rejects.toMatchObject({ name: 'FinalFailure' })
})
