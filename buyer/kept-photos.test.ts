/** Photos that were not sent survive a reload: each test opens the page's modules anew over the same database. */
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { image } from '../design/test/make'
import type { ChosenPhoto } from './kept-photos'
import { designOf } from './test/make'
import { stubPosts } from './test/posts'

const key = { id: 1, secret: 'x'.repeat(43) }
const design = designOf([image('place', { isUserUploadImage: true, locked: true, name: '合影' })])
const photo = (change: Partial<ChosenPhoto> = {}): ChosenPhoto => ({
  slot: 'place',
  isAdded: false,
  cutout: null,
  blob: new Blob(['x'], { type: 'image/jpeg' }),
  name: 'photo.jpg',
  size: { width: 800, height: 800 },
  ...change,
})
/** Loads the page's modules, which know nothing of an earlier load. */
async function reload() {
  vi.resetModules()
  const [{ openSession, forgetDraft }, kept] = await Promise.all([import('./design-session'), import('./kept-photos')])
  return { open: () => openSession(key, design), forget: () => forgetDraft(key.id), ...kept }
}

let isReached = false
beforeEach(async () => {
  isReached = false
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }))
  stubPosts((post) => post.reply(204))
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body?: string }) => {
    if (!isReached) throw new TypeError('Failed to fetch')
    if (address.endsWith('/uploads')) return Response.json({ fileId: 1, uploadUrl: '/post', params: {} })
    if (/uploads\/1/.test(address)) return Response.json({ imageFileId: 91, imageUrl: '/files/1.jpg', width: 800, height: 800 })
    return Response.json(method === 'PUT' ? { ...design, layers: JSON.parse(body ?? '{}').layers, revision: 2 } : design)
  })
})
afterEach(async () => {
  await (await reload()).forgetPhotos(key.id)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const keptSlots = async (page: Awaited<ReturnType<typeof reload>>) => (await page.readPhotos(key.id)).map(({ slot }) => slot)

test('a photo that was not sent before a reload is there after it, and is sent', async () => {
  const first = await reload()
  const before = first.open()
  before.unsent.keep(photo())
  before.unsent.keep(photo({ slot: 'photo-new', isAdded: true }))
  await expect.poll(() => keptSlots(first)).toEqual(['place', 'photo-new'])
  before.dispose()

  const second = await reload()
  const offline = second.open()
  await expect(offline.requireAll()).rejects.toThrow('照片还没有传完')
  expect(offline.unsent.state.get().photos).toMatchObject([
    { slot: 'place', name: 'photo.jpg', size: { width: 800, height: 800 } },
    { slot: 'photo-new', isAdded: true },
  ])
  isReached = true
  offline.unsent.retry()
  await expect.poll(() => offline.unsent.state.get().photos).toEqual([])
  expect(offline.state.get().doc.layers.map(({ uuid, imageFileId }) => [uuid, imageFileId])).toEqual([
    ['place', 91],
    ['photo-new', 91],
  ])
  await expect.poll(() => keptSlots(second)).toEqual([])
  offline.dispose()
})

test('a photo that the buyer took back, or replaced while the old one was read, does not come back', async () => {
  const first = await reload()
  const before = first.open()
  before.unsent.keep(photo({ name: 'old.jpg' }))
  before.unsent.keep(photo({ slot: 'other' }))
  await expect.poll(() => keptSlots(first)).toEqual(['place', 'other'])
  before.dispose()

  const second = await reload()
  const session = second.open()
  session.unsent.keep(photo({ name: 'new.jpg' }))
  session.unsent.cancel('other')
  await session.unsent.loaded
  expect(session.unsent.state.get().photos.map(({ name }) => name)).toEqual(['new.jpg'])
  session.unsent.cancel('place')
  session.dispose()
  const last = (await reload()).open()
  await last.unsent.loaded
  expect(last.unsent.state.get().photos).toEqual([])
  last.dispose()
})

test('a layer whose photo was placed right before the reload is not added twice', async () => {
  isReached = true
  const page = await reload()
  await page.keepPhoto(key.id, photo({ slot: 'place', isAdded: true }))
  const session = page.open()
  await session.unsent.loaded
  await expect.poll(() => session.unsent.state.get().photos).toEqual([])
  expect(session.state.get().doc.layers.map(({ uuid, imageFileId }) => [uuid, imageFileId])).toEqual([['place', 91]])
  session.dispose()
})

test('a design that is gone takes its photos along, and leaves those of other designs', async () => {
  const page = await reload()
  await page.keepPhoto(key.id, photo())
  await page.keepPhoto(12, photo())
  page.forget()
  await expect.poll(() => keptSlots(page)).toEqual([])
  expect(await page.readPhotos(12)).toHaveLength(1)
  await page.forgetPhotos(12)
})

test('photos of the last week are kept, of all designs together no more than a hundred megabytes', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 })
  const page = await reload()
  await page.keepPhoto(key.id, photo({ slot: 'last week' }))
  vi.setSystemTime(8 * 24 * 60 * 60 * 1000)
  for (const slot of ['first', 'second', 'third']) {
    vi.setSystemTime(Date.now() + 1000)
    await page.keepPhoto(key.id, photo({ slot, blob: new Blob([new Uint8Array(40 * 1024 * 1024)]) }))
  }
  expect(await keptSlots(page)).toEqual(['second', 'third'])
})

test.each(['no database', 'a full disk'])('with %s a photo is kept as long as the page is open', async (state) => {
  if (state === 'no database') vi.stubGlobal('indexedDB', undefined)
  else
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
  const page = await reload()
  const session = page.open()
  session.unsent.keep(photo())
  await session.unsent.loaded
  expect(session.unsent.state.get().photos).toHaveLength(1)
  session.dispose()
  const again = page.open()
  expect(again.unsent.state.get().photos).toHaveLength(1)
  again.dispose()
  vi.restoreAllMocks()
})
