/** Tests that no change of a design is lost when answers are lost, the page is reloaded, or another page changes the design. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { localValues } from '../adapters/storage/values'
import { buyerRevision, buyerRevisionHeader } from '../contract/buyer-revision'
import { type SentLayer, wholeLayers } from '../contract/rules/buyer-layers'
import type { BuyerDesign, TemplateLayer } from '../contract/types'
import type { DesignDoc } from '../design/model/types'
import { image } from '../design/test/make'
import { goneText } from './design-facts'
import { openSession } from './design-session'
import { docOf } from './layers'
import { designOf } from './test/make'

const draftKey = 'kejiang.buyer.draft.1'
const key = { id: 1, secret: 'x'.repeat(43) }
const chosen = { phoneModelId: 1, materialColorId: 1 }
const photo = (imageFileId: number, imageUrl = `/files/${imageFileId}.png`) =>
  image('photo', { imageFileId, imageUrl, isUserUploadImage: true })
const withPhoto = (...of: Parameters<typeof photo>): BuyerDesign => ({
  ...designOf([photo(1)]),
  layers: designOf([photo(...of)]).layers,
})
/** The document in which the photo lies further right. */
const moved = (doc: DesignDoc, left: number): DesignDoc => ({ ...doc, layers: doc.layers.map((layer) => ({ ...layer, left })) })

/** A server with one design. With `losesAnswers` it stores a save and gives no answer. */
function openServer(design: BuyerDesign) {
  const server = { design, saves: 0, losesAnswers: false, missing: null as 'design' | 'sticker' | null }
  const notFound = (message: string) => Response.json({ code: 'not-found', message }, { status: 404 })
  vi.stubGlobal('fetch', async (_address: string, { method, body }: { method: string; body?: string }) => {
    if (server.missing === 'design') return notFound('这个设计不存在')
    if (server.missing === 'sticker' && method === 'PUT') return notFound('素材不存在')
    if (method === 'GET') return Response.json(server.design)
    const sent = JSON.parse(body ?? '') as { readonly revision: number; readonly layers: readonly SentLayer<TemplateLayer>[] }
    if (sent.revision !== server.design.revision)
      return Response.json({ code: 'stale-revision', message: '这个设计在另一处修改过，请选择保留哪一个' }, { status: 409 })
    server.saves += 1
    const layers = wholeLayers<TemplateLayer>(server.design.base, sent.layers)
    if (typeof layers === 'number') return Response.json({ code: 'invalid', message: '这个图层不在设计里' }, { status: 422 })
    const addressed = layers.map((layer) => ({ ...layer, imageUrl: `/files/${layer.imageFileId}.png` }))
    server.design = { ...server.design, layers: addressed, revision: sent.revision + 1 }
    if (server.losesAnswers) throw new TypeError('Failed to fetch')
    return Response.json(server.design)
  })
  return server
}

beforeEach(() => {
  // Other tests of a worker leave a database behind, which answers by setImmediate.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'] })
  vi.stubGlobal('indexedDB', undefined)
})
afterEach(() => {
  localValues.removeItem(draftKey)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('a draft is continued with the addresses that its pictures have now', () => {
  const draft = { revision: 1, chosen, doc: moved(docOf(withPhoto(2, '/files/signed-last-week.png')), 50) }
  localValues.setItem(draftKey, JSON.stringify(draft))
  const { state, dispose } = openSession(key, withPhoto(2))
  expect(state.get().doc.layers[0]).toMatchObject({ left: 50, imageUrl: '/files/2.png' })
  expect(state.get().save).toBe('unsaved')
  dispose()
})

test('a draft that the server has already is forgotten, whatever its pictures’ addresses were', () => {
  const draft = { revision: 1, chosen, doc: docOf(withPhoto(2, '/files/signed-last-week.png')) }
  localValues.setItem(draftKey, JSON.stringify(draft))
  expect(openSession(key, withPhoto(2)).state.get().save).toBe('saved')
  expect(localValues.getItem(draftKey)).toBeNull()
})

test('while a server of the version before answers, a change stays on the phone and is saved as soon as a new one does', async () => {
  const revisions: (string | null)[] = []
  let isOld = true
  const design = withPhoto(1)
  vi.stubGlobal('fetch', async (_: string, { headers, body }: { headers: Record<string, string>; body?: string }) => {
    revisions.push(new Headers(headers).get(buyerRevisionHeader))
    if (isOld) return Response.json({ code: 'unavailable', message: '服务正在更新，请稍后再试' }, { status: 503 })
    const { layers } = JSON.parse(body ?? '') as { layers: readonly SentLayer<TemplateLayer>[] }
    return Response.json({ ...design, revision: 2, layers: wholeLayers(design.base, layers) })
  })
  const session = openSession(key, design)
  session.change(moved(session.state.get().doc, 10), '移动')
  expect([await session.flush(), session.state.get().save, session.state.get().problem]).toEqual([
    false,
    'offline',
    '服务正在更新，请稍后再试',
  ])
  expect(localValues.getItem(draftKey)).not.toBeNull()
  isOld = false
  await vi.advanceTimersByTimeAsync(5000)
  expect([session.state.get().save, session.state.get().design.layers[0]?.left]).toEqual(['saved', 10])
  expect(new Set(revisions)).toEqual(new Set([String(buyerRevision)]))
  session.dispose()
})

test('after a lost answer the design is saved on, and nobody is asked', async () => {
  const server = openServer(withPhoto(1))
  const session = openSession(key, server.design)
  server.losesAnswers = true
  session.change(moved(session.state.get().doc, 10), '移动')
  expect([await session.flush(), session.state.get().save]).toEqual([false, 'offline'])
  server.losesAnswers = false
  session.change(moved(session.state.get().doc, 20), '移动')
  expect([await session.flush(), session.state.get().save]).toEqual([true, 'saved'])
  expect([server.design.revision, server.design.layers[0]?.left]).toEqual([3, 20])
  session.dispose()
})

test('a page that was loaded anew while its save arrived goes on with it', async () => {
  const server = openServer(withPhoto(1))
  const before = server.design
  const first = openSession(key, before)
  first.change(moved(first.state.get().doc, 10), '移动')
  // The new page reads the design before the save of the old one arrives.
  const second = openSession(key, before)
  await first.flush()
  first.dispose()
  expect([await second.flush(), second.state.get().save]).toEqual([true, 'saved'])
  expect(server.design.layers[0]?.left).toBe(10)
  second.dispose()
})

test('a change by another page is never overwritten without asking the buyer', async () => {
  const server = openServer(withPhoto(1))
  const [one, other] = [openSession(key, server.design), openSession(key, server.design)]
  one.change(moved(one.state.get().doc, 10), '移动')
  await one.flush()
  other.change(moved(other.state.get().doc, 99), '移动')
  expect([await other.flush(), other.state.get().save]).toEqual([false, 'conflict'])
  expect(server.design.layers[0]?.left).toBe(10)
  await other.resolveConflict('mine')
  expect([server.design.layers[0]?.left, other.state.get().save]).toEqual([99, 'saved'])
  one.dispose()
  other.dispose()
})

test('a design that was deleted meanwhile ends the session with words, and nothing of it stays on the phone', async () => {
  const server = openServer(withPhoto(1))
  const session = openSession(key, server.design)
  server.missing = 'design'
  session.change(moved(session.state.get().doc, 10), '移动')
  expect([await session.flush(), session.state.get().save, session.state.get().problem]).toEqual([false, 'gone', goneText])
  session.change(moved(session.state.get().doc, 20), '移动')
  expect([await session.flush(), localValues.getItem(draftKey)]).toEqual([false, null])
  session.dispose()
})

test('a submission of a deleted design says so', async () => {
  const server = openServer(withPhoto(1))
  const session = openSession(key, server.design)
  server.missing = 'design'
  await expect(session.submit()).rejects.toThrow(goneText)
  expect(session.state.get().save).toBe('gone')
  session.dispose()
})

test.each([
  ['keeps the draft', (kept: Map<string, string>) => (key: string, value: string) => void kept.set(key, value), true],
  [
    'has no room for the draft',
    () => () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
    false,
  ],
] as const)('without a network the session knows whether the phone %s', async (_, setItem, isKept) => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: setItem(kept),
    removeItem: (name: string) => void kept.delete(name),
  })
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  const session = openSession(key, withPhoto(1))
  session.change(moved(session.state.get().doc, 10), '移动')
  expect([await session.flush(), session.state.get().save]).toEqual([false, 'offline'])
  expect([session.state.get().isKept, kept.has(draftKey)]).toEqual([isKept, isKept])
  session.dispose()
})

test('a thing of the shop that is missing refuses the save, and the design stays on the phone', async () => {
  const server = openServer(withPhoto(1))
  const session = openSession(key, server.design)
  server.missing = 'sticker'
  session.change(moved(session.state.get().doc, 10), '移动')
  expect([await session.flush(), session.state.get().save, session.state.get().problem]).toEqual([false, 'refused', '素材不存在'])
  expect(localValues.getItem(draftKey)).not.toBeNull()
  session.dispose()
})
