import { describe, expect, test } from 'vitest'
import { InvalidError, OfflineError, SessionExpiredError } from '../../../contract/call-errors'
import { markCutout } from '../../../design/commands/appearance'
import { addLayers, removeLayers } from '../../../design/commands/layers'
import { renameTemplate } from '../../../design/commands/settings'
import { normalise } from '../../../design/model/invariants'
import { docFrom, openTemplate } from '../../../design/template/load'
import { docOf, image, uuidsOf } from '../../../design/test/make'
import { templateOf } from '../../../design/test/template'
import { memoryDrafts } from '../session/draft-store'
import type { SessionPorts } from '../session/types'
import { type Driver, openDesigner } from '../test/driver'
import { templateServer } from '../test/template-server'
import { type SavePorts, saveDesign } from './save-design'

describe('saving', () => {
  const base = () => normalise(docOf(image('a', { id: 1 }), image('b', { id: 2, left: 200 })))
  const open = (host: ReturnType<typeof templateServer>) => {
    const stored = host.stored()
    if (!stored) throw new Error('nothing stored')
    return openDesigner(openTemplate(stored).doc, { revision: stored.revision })
  }
  const moved = (host: ReturnType<typeof templateServer>, dx: number) => {
    const d = open(host)
    d.click('a')
    d.drag(dx, 0)
    return d
  }

  test('saving a new template needs a layer and returns its id, revision and row ids', async () => {
    const host = templateServer(null)
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
  test('edits made during a save stay unsaved, and a second save waits for the first', async () => {
    const host = templateServer(templateOf(base()))
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
  test('a save that fails loses nothing and says why', async () => {
    const host = templateServer(templateOf(base()))
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
  test('row ids that a save removed are forgotten', async () => {
    const host = templateServer(templateOf(base()))
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
    const host = templateServer(templateOf(base()))
    const d = moved(host, 10)
    host.saveAsOther(normalise(docOf(image('a', { id: 1, top: 500 }))))
    expect(await saveDesign(d.session, host.ports)).toMatchObject({ ok: false, reason: 'conflict' })
    expect(d.session.getState().conflict?.theirs?.revision).toBe(2)
    expect(await saveDesign(d.session, host.ports)).toMatchObject({ ok: false, reason: 'refused' })
    return { host, d }
  }
  test('a save that conflicts with somebody else’s can become a copy, and both versions stay', async () => {
    const { host, d } = await conflicted()
    d.session.run(renameTemplate, { name: '夏日' })
    d.session.resolveConflict('copy')
    expect(d.session.getState()).toMatchObject({ conflict: null, templateId: null, saveState: 'dirty' })
    expect(d.doc().name).toBe('夏日 副本')
    expect(d.doc().layers.map((layer) => layer.id)).toEqual([null, null])
    expect(await saveDesign(d.session, host.ports)).toMatchObject({ ok: true, created: true, templateId: 2 })
  })
  test('a conflict can be resolved by loading their version, and one undo returns to mine', async () => {
    const { host, d } = await conflicted()
    d.session.resolveConflict('reload')
    expect(d.session.getState()).toMatchObject({ revision: 2, saveState: 'clean' })
    expect(d.layer('a').top).toBe(500)
    d.undo()
    expect([d.layer('a').left, d.layer('b').id]).toEqual([10, null])
    expect((await saveDesign(d.session, host.ports)).ok).toBe(true)
  })
  test('a conflict can be resolved by overwriting their version', async () => {
    const { host, d } = await conflicted()
    d.session.resolveConflict('overwrite')
    expect(d.session.getState()).toMatchObject({ revision: 2, saveState: 'dirty' })
    expect((await saveDesign(d.session, host.ports)).ok).toBe(true)
    expect(host.stored()).toMatchObject({ revision: 3, layers: [{ left: 10 }, { left: 200 }] })
  })
  test('a save of a template that was deleted meanwhile offers only a copy', async () => {
    const host = templateServer(templateOf(base()))
    const d = moved(host, 10)
    host.remove()
    expect(await saveDesign(d.session, host.ports)).toMatchObject({ reason: 'conflict' })
    d.session.resolveConflict('reload')
    expect(d.session.getState().conflict).toEqual({ theirs: null })
    d.session.resolveConflict('copy')
    expect(await saveDesign(d.session, host.ports)).toMatchObject({ ok: true, created: true })
  })
})

describe('a group deleted while a design of it is open', () => {
  test('when the collection of an open design was deleted, the seller chooses another and nothing is lost', async () => {
    const host = templateServer(templateOf(docOf(image('a'))))
    const d = openDesigner(docOf(image('a')))
    await d.session.ready
    d.session.run(renameTemplate, { name: '还要的' })
    host.removeCollection(10)
    expect(await saveDesign(d.session, host.ports)).toMatchObject({ ok: false, reason: 'conflict' })
    d.session.resolveConflict('copy')
    expect(await saveDesign(d.session, host.ports)).toMatchObject({ ok: false, reason: 'collection' })
    expect(d.session.getState()).toMatchObject({ collectionGone: '分组不存在或已被删除，请选择其他分组', unanswered: null })

    d.session.chooseCollection(null)
    expect(d.session.getState()).toMatchObject({ collectionGone: null, saveState: 'error' })
    expect(await saveDesign(d.session, host.ports)).toMatchObject({ ok: false, reason: 'collection' })
    d.session.chooseCollection(11)
    expect(await saveDesign(d.session, host.ports)).toMatchObject({ ok: true, created: true })
    expect(host.stored()).toMatchObject({ name: '还要的', collectionId: 11 })
    expect(d.session.getState()).toMatchObject({ collectionId: 11, saveState: 'clean' })
    await d.session.flushDraft()
    expect(d.drafts.entries.size).toBe(0)
  })
})

describe('a first save whose answer is lost', () => {
  const call = { method: 'POST', url: '/api/design_templates' }
  const begin = (drafts?: SessionPorts['drafts']) =>
    openDesigner(docOf(), { templateId: null, revision: null, ports: drafts && { drafts } })
  /** The server saves, but its answer is lost. */
  const losingAnswers = (
    { ports }: ReturnType<typeof templateServer>,
    error: Error = new OfflineError('网络已断开', call),
  ): SavePorts => ({
    ...ports,
    designs: { ...ports.designs, create: (...args) => ports.designs.create(...args).then(() => Promise.reject(error)) },
  })
  const add = (d: Driver, uuid: string) => d.session.run(addLayers, { layers: [image(uuid)] })

  test('a first save without an answer is repeated unchanged by the next save, which then sends later edits', async () => {
    const host = templateServer(null)
    const d = begin()
    add(d, 'a')
    expect(await saveDesign(d.session, losingAnswers(host))).toMatchObject({ ok: false, reason: 'failed' })
    expect(d.session.getState()).toMatchObject({ templateId: null, saveState: 'error' })
    add(d, 'b')
    expect(await saveDesign(d.session, host.ports)).toEqual({ ok: true, templateId: 2, created: true })
    expect([host.createdCount(), host.creates[1]]).toEqual([1, host.creates[0]])
    expect(host.creates[0]?.key).toMatch(/^[\x21-\x7e]{8,200}$/)
    expect(uuidsOf(docFrom(host.stored() ?? templateOf(docOf())))).toEqual(['a', 'b'])
    expect(d.session.getState()).toMatchObject({ templateId: 2, revision: 2, saveState: 'clean', unanswered: null })
  })

  test('a repeated first save needs no second request when nothing was changed', async () => {
    const host = templateServer(null)
    const d = begin()
    add(d, 'a')
    await saveDesign(d.session, losingAnswers(host))
    expect(await saveDesign(d.session, host.ports)).toEqual({ ok: true, templateId: 2, created: true })
    expect([host.createdCount(), host.thumbnails.length, host.stored()?.revision]).toEqual([1, 1, 1])
    expect(d.session.getState()).toMatchObject({ revision: 1, saveState: 'clean' })
    expect(d.layer('a').id).toBe(101)
  })

  test('a first save is stored in the draft before it is sent, and survives a reload', async () => {
    const host = templateServer(null)
    const d = begin()
    await d.session.ready
    add(d, 'a')
    const keptAtSend: unknown[] = []
    const losing = losingAnswers(host)
    const create: SavePorts['designs']['create'] = (...args) => {
      keptAtSend.push(...d.drafts.entries.values())
      return losing.designs.create(...args)
    }
    await saveDesign(d.session, { ...losing, designs: { ...losing.designs, create } })
    expect(keptAtSend).toMatchObject([{ unanswered: { key: host.creates[0]?.key } }])

    d.drafts.close()
    const again = begin(d.drafts.nextDesigner())
    await again.session.ready
    again.session.acceptDraft()
    add(again, 'b')
    expect(await saveDesign(again.session, host.ports)).toEqual({ ok: true, templateId: 2, created: true })
    expect(host.createdCount()).toBe(1)
    await again.session.flushDraft()
    expect(d.drafts.entries.size).toBe(0)
  })

  test('a first save is not delayed by a machine whose storage hangs', async () => {
    const host = templateServer(null)
    const hanging = () => new Promise<never>(() => {})
    const d = begin({ ...memoryDrafts(), set: hanging, delete: hanging })
    await d.session.ready
    add(d, 'a')
    const saving = saveDesign(d.session, host.ports)
    await new Promise<void>((resolve) => setImmediate(resolve))
    expect(host.createdCount()).toBe(0)
    d.timers.advance(1_000)
    expect(await saving).toMatchObject({ ok: true })
  })

  test('a first save stays unanswered when the answer does not concern it: the session ended, the server is busy', async () => {
    const host = templateServer(null)
    const d = begin()
    add(d, 'a')
    await saveDesign(d.session, losingAnswers(host))
    const expired = new SessionExpiredError('登录已失效', call, { status: 401, code: 'unauthenticated' })
    const create = () => Promise.reject(expired)
    await saveDesign(d.session, { ...host.ports, designs: { ...host.ports.designs, create } })
    expect(d.session.getState().unanswered?.key).toBe(host.creates[0]?.key)
    expect(await saveDesign(d.session, host.ports)).toMatchObject({ ok: true })
    expect(host.createdCount()).toBe(1)
  })

  test('a first save that the server refuses is dropped, and the design is sent as it is now', async () => {
    const host = templateServer(null)
    const d = begin()
    add(d, 'a')
    const lost = new OfflineError('网络已断开', call)
    const unreachable: SavePorts = { ...host.ports, designs: { ...host.ports.designs, create: () => Promise.reject(lost) } }
    await saveDesign(d.session, unreachable)
    const first = d.session.getState().unanswered?.key
    add(d, 'b')
    const refusingFirst: SavePorts = {
      ...host.ports,
      designs: {
        ...host.ports.designs,
        create: (body, key) =>
          key === first
            ? Promise.reject(new InvalidError('缩略图已被清理', call, { status: 422, code: 'invalid' }))
            : host.ports.designs.create(body, key),
      },
    }
    expect(await saveDesign(d.session, refusingFirst)).toEqual({ ok: true, templateId: 2, created: true })
    expect([host.createdCount(), host.creates.length, host.creates[0]?.key === first]).toEqual([1, 1, false])
    expect(d.session.getState()).toMatchObject({ saveState: 'clean', unanswered: null })
  })

  test('a first save that was refused at once is not repeated', async () => {
    const host = templateServer(null)
    const d = begin()
    add(d, 'a')
    const refusal = new InvalidError('分组已删除', call, { status: 422, code: 'invalid' })
    await saveDesign(d.session, {
      ...host.ports,
      designs: { ...host.ports.designs, create: () => Promise.reject(refusal) },
    })
    expect(d.session.getState()).toMatchObject({ saveState: 'error', unanswered: null })
  })

  test('a repeated first save of an unchanged design continues as a save of that template', async () => {
    const host = templateServer(null)
    const d = begin()
    add(d, 'a')
    await saveDesign(d.session, losingAnswers(host))
    add(d, 'b')
    const half: SavePorts = { ...host.ports, thumbnail: () => Promise.reject(new OfflineError('网络已断开', call)) }
    expect(await saveDesign(d.session, half)).toMatchObject({ ok: false, reason: 'failed' })
    expect(d.session.getState()).toMatchObject({ templateId: 2, revision: 1, saveState: 'error', unanswered: null })
    expect(await saveDesign(d.session, host.ports)).toEqual({ ok: true, templateId: 2, created: false })
    expect([host.createdCount(), host.stored()?.layers.length]).toEqual([1, 2])
  })
})
