/** Error texts of the buyers' page for calls that fail on the way to the server or back. */
import { afterEach, expect, test, vi } from 'vitest'
import { abortError } from '../contract/ground/thrown'
import { foreignShapes } from '../fixtures/replies/foreign'
import { type BuyerError, postPhoto, readDesign, removeDesign, submitDesign, uploadPhoto } from './api'
import { type FakePost, stubPosts } from './test/posts'

const key = { id: 1, secret: 'secret' }
const form = { fileId: 7, uploadUrl: 'https://files.test/upload', params: {} }
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Lets the upload form be answered, and then the post of the photo. */
function answerUpload(answer: (post: FakePost) => void) {
  vi.stubGlobal('fetch', async () => json(form))
  return stubPosts(answer)
}

test('an answer that is cut off in the middle is a failure of the network, in words for the buyer', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"id": 1, "la'))
  await expect(readDesign(key)).rejects.toMatchObject({ code: 'network', message: '网络不通，请检查网络后重试' })
})

test('a call without an answer is given up, and the network is blamed only where the phone has none', async () => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(abortError()))),
  )
  const refused = expect(readDesign(key)).rejects.toMatchObject({
    code: 'network',
    message: '等了很久没有回应，请稍后再试',
  })
  await vi.advanceTimersByTimeAsync(60_000)
  await refused
})

test('a call whose answer stops in the middle is given up too', async () => {
  vi.useFakeTimers()
  const stopped = (signal: AbortSignal | null | undefined) =>
    new ReadableStream({ start: (body) => signal?.addEventListener('abort', () => body.error(abortError())) })
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => new Response(stopped(signal)))
  const refused = expect(readDesign(key)).rejects.toMatchObject({ code: 'network', message: '等了很久没有回应，请稍后再试' })
  await vi.advanceTimersByTimeAsync(60_000)
  await refused
})

test('a design is read again after a cut line; what changes it is sent once', async () => {
  vi.useFakeTimers()
  const sent = vi.fn(
    async (_address: string, _init: RequestInit): Promise<Response> => Promise.reject(new TypeError('Failed to fetch')),
  )
  vi.stubGlobal('fetch', sent)
  const refused = Promise.allSettled([readDesign(key), submitDesign(key, 3), removeDesign(key)])
  await vi.runAllTimersAsync()
  for (const one of await refused) {
    expect(one).toMatchObject({ reason: { code: 'network', message: '网络不通，请检查网络后重试' } })
  }
  expect(sent.mock.calls.map(([address, { method }]) => `${method} ${address}`)).toEqual([
    'GET /api/buyer/designs/1',
    'POST /api/buyer/designs/1/submissions',
    'DELETE /api/buyer/designs/1',
    'GET /api/buyer/designs/1',
  ])
})

test('a photo that the server refuses is refused with its reason, not with the network', async () => {
  answerUpload((post) => post.reply(413, JSON.stringify({ code: 'invalid', message: '文件超过 10 MB，请换一张小一些的' })))
  await expect(uploadPhoto(key, new Blob(['x']), 'photo.jpg')).rejects.toMatchObject({
    code: 'invalid',
    message: '文件超过 10 MB，请换一张小一些的',
  })
})

test('a photo that a storage refuses without words for a buyer asks for another try or another photo', async () => {
  answerUpload((post) => post.reply(400, '<Error><Code>EntityTooLarge</Code></Error>'))
  await expect(uploadPhoto(key, new Blob(['x']), 'photo.jpg')).rejects.toMatchObject({
    code: 'internal',
    message: '照片没有上传成功，请再选一次；还不行请换一张',
  })
})

test('a photo whose connection is cut names the network', async () => {
  answerUpload((post) => post.fail())
  await expect(uploadPhoto(key, new Blob(['x']), 'photo.jpg')).rejects.toMatchObject({
    code: 'network',
    message: '照片没有上传成功，请检查网络后重试',
  })
})

test('a photo whose upload stands still for a minute is given up, and the network is named', async () => {
  vi.useFakeTimers()
  const posts = answerUpload(() => undefined)
  const ended = vi.fn()
  const refused = uploadPhoto(key, new Blob([new Uint8Array(160_000)]), 'photo.jpg').catch((error: unknown) => {
    ended()
    return error
  })
  await vi.advanceTimersByTimeAsync(59_000)
  posts[0]?.progress(1000, 160_000)
  await vi.advanceTimersByTimeAsync(59_000)
  expect([ended.mock.calls.length, posts[0]?.timeout]).toEqual([0, 70_000])
  await vi.advanceTimersByTimeAsync(1000)
  expect(await refused).toMatchObject({ code: 'network', message: '照片没有上传成功，请检查网络后重试' })
})

test('posting a photo reports the sent share, and stops when the photo is removed', async () => {
  const shares: number[] = []
  const ending = new AbortController()
  const posts = stubPosts((post) => post.progress(25, 100))
  const watch = { signal: ending.signal, onSent: (share: number) => shares.push(share) }
  const refused = expect(postPhoto(form, new Blob(['x']), 'photo.jpg', watch)).rejects.toMatchObject({ code: 'network' })
  ending.abort()
  await refused
  expect([shares, posts[0]?.isAborted]).toEqual([[0.25], true])
})

test.each(foreignShapes)('$title: the buyer reads Chinese words and no code of a program', async ({ reply }) => {
  // A redirection is followed by the browser itself.
  if (reply.status === 302) return
  vi.useFakeTimers()
  vi.stubGlobal('fetch', async () => new Response(reply.body, { status: reply.status }))
  const refused = readDesign(key).catch((cause: unknown) => cause)
  await vi.runAllTimersAsync()
  const error = (await refused) as BuyerError
  expect(error.name).toBe('BuyerError')
  expect(error.message).toMatch(/^[^<>A-Za-z]*(Wi-Fi)?[^<>A-Za-z]*$/)
  expect(error.isPassing).toBe(![413, 414, 431].includes(reply.status))
})
