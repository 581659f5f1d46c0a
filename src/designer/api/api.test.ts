import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  templateCreate as createSchema,
  templateSave as saveSchema,
  template as templateSchema,
} from '../../../contract/schemas/templates'
import type { Template, TemplateCreate, TemplateSave } from '../../../contract/types'
import { ConflictError, InvalidError, NotFoundError, OfflineError } from '../../base/errors'
import { markCutout } from '../commands/appearance'
import { removeLayers } from '../commands/layers'
import { renameTemplate } from '../commands/settings'
import { normalise } from '../model/invariants'
import type { DesignDoc, Layer } from '../model/types'
import { openDesigner } from '../test/driver'
import { docOf, image, text, uuidsOf } from '../test/make'
import { docFrom, openTemplate } from './load'
import { templateCreate, templateSave } from './save'
import { type SavePorts, saveDesign } from './save-design'

/** A server of one template, which keeps revisions and gives each new layer row an id. */
function server(first: Template | null) {
  let stored = first
  let ids = 100
  const write = (body: TemplateCreate | TemplateSave, head: Pick<Template, 'id' | 'collectionId' | 'revision'>): Template => {
    const known = new Map(stored?.id === head.id ? stored.layers.map((layer) => [layer.uuid, layer.id]) : [])
    const layers = body.layers.map((layer) => ({ ...layer, id: known.get(layer.uuid) ?? ++ids }))
    // What leaves the process is JSON and what comes back obeys the contract: both are part of the round trip.
    stored = templateSchema.parse(JSON.parse(JSON.stringify({ ...rowFields, ...body, ...head, layers })))
    return stored
  }
  const call = { method: 'PUT', url: '/api/design_templates/1' }
  const thumbnails: DesignDoc[] = []
  const ports: SavePorts = {
    thumbnail: async (doc) => thumbnails.push(doc),
    templates: {
      get: async () => {
        if (!stored) throw new NotFoundError('模板不存在', { ...call, method: 'GET' })
        return stored
      },
      create: async ({ body }) => write(createSchema.parse(body), { id: 2, collectionId: body.collectionId, revision: 1 }),
      save: async ({ params, body }) => {
        if (!stored) throw new NotFoundError('模板不存在', call)
        if (body.revision !== stored.revision) throw new ConflictError('模板已被修改', call)
        const { collectionId, revision } = stored
        return write(saveSchema.parse(body), { id: Number(params.id), collectionId, revision: revision + 1 })
      },
    },
  }
  return {
    ports,
    thumbnails,
    stored: () => stored,
    remove: () => {
      stored = null
    },
    /** Somebody else saves. */
    overtake: (doc: DesignDoc) => {
      if (stored)
        write(templateSave(doc, { revision: stored.revision, thumbnailFileId: 1 }), { ...stored, revision: stored.revision + 1 })
    },
  }
}
const rowFields = {
  name: '',
  thumbnail: null,
  layerCount: 0,
  enabled: true,
  updatedAt: 0,
  next: null,
  previewPhoneModelId: null,
  previewMaterialColorId: null,
}

function templateOf(doc: DesignDoc, revision = 1): Template {
  const body = templateSave(doc, { revision, thumbnailFileId: null })
  const layers = body.layers.map((layer, i) => ({ ...layer, id: layer.id ?? i + 1 }))
  return templateSchema.parse({ ...rowFields, ...body, id: 1, collectionId: 10, revision, layers })
}

const px = fc.double({ min: -900, max: 900, noNaN: true })
const side = fc.double({ min: 1, max: 900, noNaN: true })
const anyLayer = (uuid: string): fc.Arbitrary<Layer> => {
  const shared = {
    id: fc.integer({ min: 1, max: 1e9 }),
    name: fc.string({ maxLength: 100 }),
    left: px,
    top: px,
    width: side,
    height: side,
    originalWidth: side,
    originalHeight: side,
    rotation: px,
    locked: fc.boolean(),
    hidden: fc.boolean(),
    horizontalFlip: fc.boolean(),
    verticalFlip: fc.boolean(),
    isUserUploadImage: fc.boolean(),
    strokeSvgData: fc.option(fc.string()),
    stroke: fc.option(fc.constant({ color: '#ffffff', width: 4, style: 'DASHED', opacity: 80, offset: 2 } as const)),
  }
  const cutout = {
    aiCutoutType: fc.constantFrom('head', 'body', 'common'),
    aiCutoutPlaceholderImageType: fc.option(fc.string({ maxLength: 50 })),
  } as const
  return fc.oneof(
    fc.record({ ...shared, isBackground: fc.boolean() }).map((change) => image(uuid, change)),
    fc
      .record({
        ...shared,
        text: fc.string({ maxLength: 50 }),
        fontId: fc.option(fc.integer({ min: 1, max: 99 })),
        verticalText: fc.boolean(),
      })
      .map((change) => text(uuid, change)),
    fc
      .record({ ...shared, ...cutout })
      .map((change): Layer => ({ ...image(uuid), ...change, type: 'AI_CUTOUT', isBackground: false })),
  )
}
const anyDoc = fc
  .integer({ min: 1, max: 6 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, i) => anyLayer(`l${i}`))))
  .map((layers) => normalise(docOf(...layers)))

describe('a document', () => {
  it('saved and loaded is the same document, through the contract', () => {
    fc.assert(
      fc.property(anyDoc, (doc) => {
        saveSchema.parse(templateSave(doc, { revision: 1, thumbnailFileId: null }))
        expect(docFrom(JSON.parse(JSON.stringify(templateOf(doc))))).toEqual(doc)
      }),
    )
  })
  it('is a valid first save', () => {
    const body = templateCreate(docOf(image('a'), text('t')), { collectionId: 10, thumbnailFileId: 3 })
    expect(createSchema.parse(body).layers.map((layer) => layer.index)).toEqual([0, 1])
  })
  it('is read in the order of index, with what is missing made good', () => {
    const [b, a] = templateOf(docOf(image('b'), image('a'))).layers
    if (!a || !b) throw new Error('two layers expected')
    const { name: _name, hidden: _hidden, stroke: _stroke, strokeSvgData: _svg, ...bare } = a
    const doc = docFrom({
      ...templateOf(docOf(image('a'))),
      layers: [
        { ...bare, index: 1 },
        { ...b, index: 0 },
        { ...bare, id: 77, index: 2, type: 'TEXT' },
        { ...bare, id: 78, index: 3, uuid: 'c', type: 'AI_CUTOUT' },
      ],
    })
    expect(uuidsOf(doc)).toEqual(['b', 'a', 'layer-77', 'c'])
    expect(doc.layers[1]).toMatchObject({ name: '图层 2', hidden: false, stroke: null, strokeSvgData: null })
    expect(doc.layers[2]).toMatchObject({ text: '', fontId: null, fontColor: '#646464', verticalText: false })
    expect(doc.layers[3]).toMatchObject({ aiCutoutType: 'common', aiCutoutPlaceholderImageType: null })
  })
})

describe('saving', () => {
  const base = () => normalise(docOf(image('a', { id: 1 }), image('b', { id: 2, left: 200 })))
  const open = (host: ReturnType<typeof server>) => {
    const stored = host.stored()
    if (!stored) throw new Error('nothing stored')
    return openDesigner(openTemplate(stored).doc, { revision: stored.revision })
  }
  const moved = (host: ReturnType<typeof server>, dx: number) => {
    const d = open(host)
    d.click('a')
    d.drag(dx, 0)
    return d
  }

  it('a new template needs a layer, then gets its id, revision and row ids', async () => {
    const host = server(null)
    const d = openDesigner(docOf(), { templateId: null, revision: null })
    expect(await saveDesign(d.session, host.ports)).toEqual({ ok: false, reason: 'refused', message: '请上传至少一个图层' })
    const filled = openDesigner(docOf(image('a')), { templateId: null, revision: null })
    filled.click('a')
    filled.drag(5, 0)
    expect(await saveDesign(filled.session, host.ports)).toEqual({ ok: true, templateId: 2, created: true })
    expect(filled.session.getState()).toMatchObject({ templateId: 2, revision: 1, saveState: 'clean' })
    expect(filled.layer('a').id).toBe(101)
    filled.undo()
    expect(filled.layer('a').id).toBe(101)
    expect(filled.session.getState().saveState).toBe('dirty')
  })
  it('edits made while it runs stay unsaved, and a second save waits its turn', async () => {
    const host = server(templateOf(base()))
    const d = moved(host, 10)
    const running = saveDesign(d.session, host.ports)
    expect(d.session.getState().saveState).toBe('saving')
    expect(await saveDesign(d.session, host.ports)).toMatchObject({ reason: 'refused', message: '正在保存中，请稍候' })
    d.drag(7, 0)
    expect(await running).toEqual({ ok: true, templateId: 1, created: false })
    expect(d.session.getState()).toMatchObject({ revision: 2, saveState: 'dirty' })
    expect(host.stored()?.layers[0]?.left).toBe(10)
    expect(host.thumbnails[0]?.layers[0]?.left).toBe(10)
  })
  it('that fails keeps everything and says why', async () => {
    const host = server(templateOf(base()))
    const d = moved(host, 10)
    const call = { method: 'PUT', url: '/' }
    for (const error of [new OfflineError('网络已断开', call), new InvalidError('图片无效', call)]) {
      const broken: SavePorts = { ...host.ports, thumbnail: () => Promise.reject(error) }
      expect(await saveDesign(d.session, broken)).toEqual({ ok: false, reason: 'failed', message: error.message })
      expect(d.session.getState()).toMatchObject({ saveState: 'error', saveError: error.message, revision: 1 })
    }
    expect((await saveDesign(d.session, host.ports)).ok).toBe(true)
    expect(d.session.getState()).toMatchObject({ saveState: 'clean', saveError: null })
  })
  it('forgets row ids that a save took away', async () => {
    const host = server(templateOf(base()))
    const d = moved(host, 10)
    d.session.run(removeLayers, { uuids: ['b'] })
    await saveDesign(d.session, host.ports)
    d.undo()
    expect([d.layer('a').id, d.layer('b').id]).toEqual([1, null])
    d.session.run(markCutout, { uuid: 'a', aiCutoutType: 'head' })
    await saveDesign(d.session, host.ports)
    d.undo()
    expect(d.layer('a').id).toBeNull()
  })

  async function conflicted() {
    const host = server(templateOf(base()))
    const d = moved(host, 10)
    host.overtake(normalise(docOf(image('a', { id: 1, top: 500 }))))
    expect(await saveDesign(d.session, host.ports)).toMatchObject({ ok: false, reason: 'conflict' })
    expect(d.session.getState().conflict?.theirs?.revision).toBe(2)
    expect(await saveDesign(d.session, host.ports)).toMatchObject({ ok: false, reason: 'refused' })
    return { host, d }
  }
  it('over somebody else’s save can become a copy: both stand', async () => {
    const { host, d } = await conflicted()
    d.session.run(renameTemplate, { name: '夏日' })
    d.session.resolveConflict('copy')
    expect(d.session.getState()).toMatchObject({ conflict: null, templateId: null, saveState: 'dirty' })
    expect(d.doc().name).toBe('夏日 副本')
    expect(d.doc().layers.map((layer) => layer.id)).toEqual([null, null])
    expect(await saveDesign(d.session, host.ports)).toMatchObject({ ok: true, created: true, templateId: 2 })
  })
  it('or show theirs, mine being one undo away', async () => {
    const { host, d } = await conflicted()
    d.session.resolveConflict('reload')
    expect(d.session.getState()).toMatchObject({ revision: 2, saveState: 'clean' })
    expect(d.layer('a').top).toBe(500)
    d.undo()
    expect([d.layer('a').left, d.layer('b').id]).toEqual([10, null])
    expect((await saveDesign(d.session, host.ports)).ok).toBe(true)
  })
  it('or overwrite theirs', async () => {
    const { host, d } = await conflicted()
    d.session.resolveConflict('overwrite')
    expect(d.session.getState()).toMatchObject({ revision: 2, saveState: 'dirty' })
    expect((await saveDesign(d.session, host.ports)).ok).toBe(true)
    expect(host.stored()).toMatchObject({ revision: 3, layers: [{ left: 10 }, { left: 200 }] })
  })
  it('of a template deleted meanwhile leaves a copy as the way out', async () => {
    const host = server(templateOf(base()))
    const d = moved(host, 10)
    host.remove()
    expect(await saveDesign(d.session, host.ports)).toMatchObject({ reason: 'conflict' })
    d.session.resolveConflict('reload')
    expect(d.session.getState().conflict).toEqual({ theirs: null })
    d.session.resolveConflict('copy')
    expect(await saveDesign(d.session, host.ports)).toMatchObject({ ok: true, created: true })
  })
})
