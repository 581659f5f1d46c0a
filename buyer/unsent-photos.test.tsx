/** A photo is kept while the network fails and dropped with a message when the server refuses it; no design is submitted without its photos. */
import { screen, waitFor } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { image } from '../design/test/make'
import { forgetDraft, openSession } from './design-session'
import { Finish } from './finish'
import type { ChosenPhoto } from './kept-photos'
import { withoutUnsent, withUnsent } from './place-photo'
import { designOf, openLink } from './test/make'
import { type FakePost, stubPosts } from './test/posts'
import { cleanup, render } from './test/render'
import { UnsentList, useShown } from './unsent-list'
import { unsentText } from './unsent-photos'

const key = { id: 1, secret: 'x'.repeat(43) }
const design = designOf([image('place', { isUserUploadImage: true, locked: true, name: '合影' })])
const photo = (change: Partial<ChosenPhoto> = {}): ChosenPhoto => ({
  slot: 'place',
  isAdded: false,
  cutout: null,
  blob: new Blob(['x']),
  name: 'photo.jpg',
  size: { width: 800, height: 800 },
  ...change,
})
type Session = ReturnType<typeof openSession>
let opened: Session[] = []

beforeEach(() => {
  let made = 0
  Object.assign(URL, { createObjectURL: () => `blob:${++made}`, revokeObjectURL: () => undefined })
})
afterEach(() => {
  cleanup()
  for (const session of opened) session.dispose()
  opened = []
  forgetDraft(1)
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

type Refusal = { readonly status: number; readonly code: string; readonly message: string }

/** A server for one design. `report` answers for a posted photo: its refusal, or null to take it. */
function openServer(answerPost: (post: FakePost) => void = (post) => post.reply(204)) {
  const server = {
    isReached: true,
    forms: 0,
    reported: [] as number[],
    report: (_fileId: number): Refusal | null => null,
    posts: stubPosts((post) => answerPost(post)),
  }
  vi.stubGlobal('fetch', async (address: string, { method, body }: { method: string; body?: string }) => {
    if (!server.isReached) throw new TypeError('Failed to fetch')
    if (address.endsWith('/uploads')) return Response.json({ fileId: ++server.forms, uploadUrl: '/post', params: {} })
    const [, file] = /uploads\/(\d+)/.exec(address) ?? []
    if (file) {
      server.reported.push(Number(file))
      const refusal = server.report(Number(file))
      if (refusal) return Response.json(refusal, { status: refusal.status })
      return Response.json({ imageFileId: 90 + Number(file), imageUrl: `/files/${file}.jpg`, width: 800, height: 800 })
    }
    return Response.json(method === 'PUT' ? { ...design, layers: JSON.parse(body ?? '{}').layers, revision: 2 } : design)
  })
  return server
}
function open() {
  const session = openSession(key, design)
  opened.push(session)
  return session
}
const unsentOf = (session: Session) => session.unsent.state.get()
const pictureOf = (session: Session) => session.state.get().doc.layers.find(({ uuid }) => uuid === 'place')?.imageFileId
const steps = (session: Session) => unsentOf(session).photos.map(({ step }) => step)

test('a photo chosen without a network waits, is sent when it is tried again, and lies in its place', async () => {
  const server = openServer()
  server.isReached = false
  const session = open()
  session.unsent.keep(photo())
  await waitFor(() => expect(steps(session)).toEqual(['waiting']))
  expect(unsentOf(session).photos[0]?.problem).toBe('网络不通，请检查网络后重试')
  server.isReached = true
  session.unsent.retry()
  await waitFor(() => expect(pictureOf(session)).toBe(91))
  expect([...steps(session), unsentOf(session).said]).toEqual([null])
})

test('a photo that was not sent is sent again by itself, after ever longer pauses', async () => {
  vi.useFakeTimers()
  const server = openServer()
  server.isReached = false
  const session = open()
  session.unsent.keep(photo())
  await vi.advanceTimersByTimeAsync(5000)
  expect(steps(session)).toEqual(['waiting'])
  server.isReached = true
  await vi.advanceTimersByTimeAsync(9000)
  expect(steps(session)).toEqual(['waiting'])
  await vi.advanceTimersByTimeAsync(1000)
  expect([steps(session), pictureOf(session)]).toEqual([[], 91])
})

test('a photo that arrived without an answer is not sent twice, and tries do not use up forms', async () => {
  let isCut = true
  const server = openServer((post) => (isCut ? post.fail() : post.reply(204)))
  server.report = () => (isCut ? { status: 422, code: 'invalid', message: '还没有上传' } : null)
  const session = open()
  session.unsent.keep(photo())
  await waitFor(() => expect(steps(session)).toEqual(['waiting']))
  session.unsent.retry()
  await waitFor(() => expect([server.posts.length, ...steps(session)]).toEqual([2, 'waiting']))
  isCut = false
  session.unsent.retry()
  await waitFor(() => expect(pictureOf(session)).toBe(91))
  expect([server.posts.length, server.forms]).toEqual([2, 1])
})

const refusals: readonly (readonly [number, string, string])[] = [
  [422, 'invalid', '图片加载失败，请检查图片是否损坏'],
  [422, 'unsupported-file', '这张图片没有尺寸，请换一张照片'],
  [409, 'quota-exceeded', '一个设计最多上传 40 张图片，请用已经上传的图片'],
  [403, 'forbidden', '卖家没有开放上传图片'],
  [409, 'conflict', '已开始制作，不能修改'],
]
test.each(refusals)('a photo refused with %i %s is dropped with the words of the server', async (status, code, message) => {
  const server = openServer()
  server.report = () => ({ status, code, message })
  const session = open()
  session.unsent.keep(photo())
  await waitFor(() => expect([...steps(session), unsentOf(session).said]).toEqual([`这张照片不能用：${message}`]))
  expect(pictureOf(session)).toBe(design.base[0]?.imageFileId)
})

const passing: readonly (readonly [number, string])[] = [
  [429, 'too-many-requests'],
  [500, 'internal'],
  [503, 'unavailable'],
  [503, 'maintenance'],
]
test.each(passing)('a photo that meets %i %s is kept', async (status, code) => {
  const server = openServer()
  server.report = () => ({ status, code, message: '请稍后再试' })
  const session = open()
  session.unsent.keep(photo())
  await waitFor(() => expect(steps(session)).toEqual(['waiting']))
})

test('the last of two photos for one place wins, whichever arrives first', async () => {
  const server = openServer(() => undefined)
  const session = open()
  session.unsent.keep(photo({ name: 'first.jpg' }))
  await waitFor(() => expect(server.posts).toHaveLength(1))
  session.unsent.keep(photo({ name: 'second.jpg' }))
  await waitFor(() => expect(server.posts).toHaveLength(2))
  expect(server.posts[0]?.isAborted).toBe(true)
  server.posts[1]?.reply(204)
  server.posts[0]?.reply(204)
  await waitFor(() => expect(steps(session)).toEqual([]))
  expect([pictureOf(session), server.reported]).toEqual([92, [2]])
  const isFirst = session.unsent.claim('place')
  const isSecond = session.unsent.claim('place')
  expect([isFirst(), isSecond()]).toEqual([false, true])
})

test('an unsent photo is sent when the design is opened again', async () => {
  const server = openServer()
  server.isReached = false
  const first = open()
  first.unsent.keep(photo())
  first.unsent.keep(photo({ slot: 'photo-new', isAdded: true }))
  await waitFor(() => expect(steps(first)).toEqual(['waiting', 'waiting']))
  first.dispose()
  server.isReached = true
  const session = open()
  await waitFor(() => expect(steps(session)).toEqual([]))
  expect(session.state.get().doc.layers.map(({ uuid }) => uuid)).toEqual(['place', 'photo-new'])
})

test('unsent photos are shown in the design and never become a part of it', () => {
  openServer(() => undefined)
  const session = open()
  session.unsent.keep(photo())
  session.unsent.keep(photo({ slot: 'photo-new', isAdded: true }))
  const { doc } = session.state.get()
  const { photos } = unsentOf(session)
  const shown = withUnsent(doc, photos)
  expect(shown.layers.map(({ imageUrl }) => imageUrl)).toEqual(['blob:1', 'blob:2'])
  expect(withoutUnsent(shown, doc, photos)).toEqual(doc)
})

function List({ session }: { readonly session: Session }) {
  const { photos, said } = unsentOf(session)
  return <UnsentList photos={photos} said={said} unsent={session.unsent} doc={useShown(session.state.get().doc, photos)} />
}

test('the page tells in per cent how much is sent, and what is taken back is sent no more', async () => {
  const server = openServer((post) => post.progress(25, 100))
  const session = open()
  session.unsent.keep(photo())
  await waitFor(() => expect(unsentOf(session).photos[0]?.percent).toBe(25))
  render(<List session={session} />)
  screen.getByText(/「合影」正在上传 25%/)
  await userEvent.click(screen.getByRole('button', { name: '取消上传「合影」' }))
  expect([server.posts[0]?.isAborted, ...steps(session), unsentOf(session).said]).toEqual([true, null])
})

test('nothing is submitted without the photos, and the last look says why', async () => {
  const server = openServer()
  server.isReached = false
  const session = open()
  session.unsent.keep(photo())
  render(
    <Finish
      link={openLink}
      session={session}
      onBack={() => undefined}
      onMenu={() => undefined}
      onReturn={() => undefined}
      onCopy={null}
      onGone={() => undefined}
    />,
  )
  screen.getByRole('checkbox').click()
  await screen.findByText(`${unsentText}。`)
  expect((screen.getByRole('button', { name: '提交' }) as HTMLButtonElement).disabled).toBe(true)
  await expect(session.submit()).rejects.toThrow(unsentText)
  server.isReached = true
  await userEvent.click(await screen.findByRole('button', { name: '重试' }))
  await waitFor(() => expect((screen.getByRole('button', { name: '提交' }) as HTMLButtonElement).disabled).toBe(false))
})
