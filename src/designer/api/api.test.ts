import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  templateCreate as createSchema,
  templateSave as saveSchema,
  template as templateSchema,
} from '../../../contract/schemas/templates'
import type { Template, TemplateCreate, TemplateSave } from '../../../contract/types'
import { ConflictError, InvalidError, NotFoundError, OfflineError, SessionExpiredError } from '../../base/errors'
import { markCutout } from '../commands/appearance'
import { addLayers, removeLayers } from '../commands/layers'
import { renameTemplate } from '../commands/settings'
import { normalise } from '../model/invariants'
import type { DesignDoc, Layer } from '../model/types'
import type { SessionPorts } from '../session/types'
import { type Driver, openDesigner } from '../test/driver'
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
  const answered = new Map<string, { readonly sent: string; readonly answer: Template }>()
  const creates: { readonly key: string; readonly body: string }[] = []
  let made = 0
  const ports: SavePorts = {
    pictures: { store: () => Promise.reject(new Error('no layer here waits for its picture')) },
    thumbnail: async (doc) => thumbnails.push(doc),
    templates: {
      get: async () => {
        if (!stored) throw new NotFoundError('模板不存在', { ...call, method: 'GET' })
        return stored
      },
      create: ({ body }, { idempotencyKey = '' } = {}) => {
        const sent = JSON.stringify(body)
        creates.push({ key: idempotencyKey, body: sent })
        const earlier = answered.get(idempotencyKey)
        if (earlier) {
          if (earlier.sent !== sent)
            return Promise.reject(new ConflictError('幂等键不符', { ...call, method: 'POST' }, { status: 409 }))
          return Promise.resolve(earlier.answer)
        }
        const answer = write(createSchema.parse(body), { id: 2, collectionId: body.collectionId, revision: 1 })
        if (idempotencyKey !== '') answered.set(idempotencyKey, { sent, answer })
        made++
        return Promise.resolve(answer)
      },
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
    creates,
    /** How many templates were made. */
    made: () => made,
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
  productMode: 1,
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
const color = fc.integer({ min: 0, max: 0xffffff }).map((rgb) => `#${rgb.toString(16).padStart(6, '0')}`)
const percent = fc.integer({ min: 0, max: 100 })
const thickness = fc.integer({ min: 1, max: 100 })
const anyStroke = fc.oneof(
  fc.record({
    color,
    width: thickness,
    style: fc.constantFrom(...(['SOLID', 'DASHED', 'ZIGZAG'] as const)),
    opacity: percent,
    offset: thickness,
  }),
  fc.record({
    color,
    width: thickness,
    style: fc.constant('DOUBLE_SOLID' as const),
    opacity: percent,
    offset: thickness,
    color2: color,
    width2: thickness,
    opacity2: percent,
  }),
)
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
    stroke: fc.option(anyStroke),
    // Few names, so that layers do meet in a group.
    groupId: fc.option(fc.constantFrom('g1', 'g2')),
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
        fontColor: color,
        fontFamilyUrl: fc.option(fc.constant('/files/font.ttf')),
        textAlign: fc.constantFrom(...(['start', 'center', 'end'] as const)),
        letterSpacing: fc.double({ min: -1, max: 5, noNaN: true }),
        lineHeight: fc.double({ min: 0.5, max: 5, noNaN: true }),
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

describe('a first save whose answer is lost', () => {
  const call = { method: 'POST', url: '/api/design_templates' }
  const begin = (drafts?: SessionPorts['drafts']) =>
    openDesigner(docOf(), { templateId: null, revision: null, ports: drafts && { drafts } })
  /** The server does its work; what it says does not arrive. */
  const deaf = ({ ports }: ReturnType<typeof server>, error: Error = new OfflineError('网络已断开', call)): SavePorts => ({
    ...ports,
    templates: { ...ports.templates, create: (...args) => ports.templates.create(...args).then(() => Promise.reject(error)) },
  })
  const add = (d: Driver, uuid: string) => d.session.run(addLayers, { layers: [image(uuid)] })

  it('is repeated word for word by the next save, which adds what was changed since', async () => {
    const host = server(null)
    const d = begin()
    add(d, 'a')
    expect(await saveDesign(d.session, deaf(host))).toMatchObject({ ok: false, reason: 'failed' })
    expect(d.session.getState()).toMatchObject({ templateId: null, saveState: 'error' })
    add(d, 'b')
    expect(await saveDesign(d.session, host.ports)).toEqual({ ok: true, templateId: 2, created: true })
    expect([host.made(), host.creates[1]]).toEqual([1, host.creates[0]])
    expect(host.creates[0]?.key).toMatch(/^[\x21-\x7e]{8,200}$/)
    expect(uuidsOf(docFrom(host.stored() ?? templateOf(docOf())))).toEqual(['a', 'b'])
    expect(d.session.getState()).toMatchObject({ templateId: 2, revision: 2, saveState: 'clean', unanswered: null })
  })

  it('needs no second request when nothing was changed', async () => {
    const host = server(null)
    const d = begin()
    add(d, 'a')
    await saveDesign(d.session, deaf(host))
    expect(await saveDesign(d.session, host.ports)).toEqual({ ok: true, templateId: 2, created: true })
    expect([host.made(), host.thumbnails.length, host.stored()?.revision]).toEqual([1, 1, 1])
    expect(d.session.getState()).toMatchObject({ revision: 1, saveState: 'clean' })
    expect(d.layer('a').id).toBe(101)
  })

  it('is remembered before it is sent, and by the draft across a reload', async () => {
    const host = server(null)
    const d = begin()
    await d.session.ready
    add(d, 'a')
    const keptAtSend: unknown[] = []
    const dying = deaf(host)
    const create: SavePorts['templates']['create'] = (...args) => {
      keptAtSend.push(...d.drafts.entries.values())
      return dying.templates.create(...args)
    }
    await saveDesign(d.session, { ...dying, templates: { ...dying.templates, create } })
    expect(keptAtSend).toMatchObject([{ unanswered: { key: host.creates[0]?.key } }])

    const again = begin(d.drafts)
    await again.session.ready
    again.session.acceptDraft()
    add(again, 'b')
    expect(await saveDesign(again.session, host.ports)).toEqual({ ok: true, templateId: 2, created: true })
    expect(host.made()).toBe(1)
    await again.session.flushDraft()
    expect(d.drafts.entries.size).toBe(0)
  })

  it('is not held up by a machine whose storage hangs', async () => {
    const host = server(null)
    const hanging = () => new Promise<never>(() => {})
    const d = begin({ get: async () => undefined, set: hanging, delete: hanging })
    await d.session.ready
    add(d, 'a')
    const saving = saveDesign(d.session, host.ports)
    await new Promise<void>((resolve) => setImmediate(resolve))
    expect(host.made()).toBe(0)
    d.timers.pass(1_000)
    expect(await saving).toMatchObject({ ok: true })
  })

  it('stays open while the answers are not about it: the session ended, the server is busy', async () => {
    const host = server(null)
    const d = begin()
    add(d, 'a')
    await saveDesign(d.session, deaf(host))
    const expired = new SessionExpiredError('登录已失效', call, { status: 401, code: 'unauthenticated' })
    const create = () => Promise.reject(expired)
    await saveDesign(d.session, { ...host.ports, templates: { ...host.ports.templates, create } })
    expect(d.session.getState().unanswered?.key).toBe(host.creates[0]?.key)
    expect(await saveDesign(d.session, host.ports)).toMatchObject({ ok: true })
    expect(host.made()).toBe(1)
  })

  it('is given up once the server has refused it, and the design is sent as it is now', async () => {
    const host = server(null)
    const d = begin()
    add(d, 'a')
    const lost = new OfflineError('网络已断开', call)
    const unheard: SavePorts = { ...host.ports, templates: { ...host.ports.templates, create: () => Promise.reject(lost) } }
    await saveDesign(d.session, unheard)
    const first = d.session.getState().unanswered?.key
    add(d, 'b')
    const picky: SavePorts = {
      ...host.ports,
      templates: {
        ...host.ports.templates,
        create: (input, options) =>
          options?.idempotencyKey === first
            ? Promise.reject(new InvalidError('缩略图已被清理', call, { status: 422, code: 'invalid' }))
            : host.ports.templates.create(input, options),
      },
    }
    expect(await saveDesign(d.session, picky)).toEqual({ ok: true, templateId: 2, created: true })
    expect([host.made(), host.creates.length, host.creates[0]?.key === first]).toEqual([1, 1, false])
    expect(d.session.getState()).toMatchObject({ saveState: 'clean', unanswered: null })
  })

  it('that was refused at once leaves nothing to repeat', async () => {
    const host = server(null)
    const d = begin()
    add(d, 'a')
    const refusal = new InvalidError('分组已删除', call, { status: 422, code: 'invalid' })
    await saveDesign(d.session, {
      ...host.ports,
      templates: { ...host.ports.templates, create: () => Promise.reject(refusal) },
    })
    expect(d.session.getState()).toMatchObject({ saveState: 'error', unanswered: null })
  })

  it('then repeated, but not changed after all, goes on as a save over the template', async () => {
    const host = server(null)
    const d = begin()
    add(d, 'a')
    await saveDesign(d.session, deaf(host))
    add(d, 'b')
    const half: SavePorts = { ...host.ports, thumbnail: () => Promise.reject(new OfflineError('网络已断开', call)) }
    expect(await saveDesign(d.session, half)).toMatchObject({ ok: false, reason: 'failed' })
    expect(d.session.getState()).toMatchObject({ templateId: 2, revision: 1, saveState: 'error', unanswered: null })
    expect(await saveDesign(d.session, host.ports)).toEqual({ ok: true, templateId: 2, created: false })
    expect([host.made(), host.stored()?.layers.length]).toEqual([1, 2])
  })
})
