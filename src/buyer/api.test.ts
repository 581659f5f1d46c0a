/** What the buyers' page says about calls that fail on the way. */
import { afterEach, expect, test, vi } from 'vitest'
import { foreignShapes } from '../../fixtures/replies/foreign'
import { type BuyerError, readDesign, uploadPhoto } from './api'

const key = { id: 1, secret: 'secret' }
const form = { fileId: 7, uploadUrl: 'https://files.test/upload', params: {} }
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Lets the upload form be answered, and then the post of the photo. */
const answerUpload = (post: (init: RequestInit) => Promise<Response>) =>
  vi.stubGlobal('fetch', (address: string, init: RequestInit) =>
    address === form.uploadUrl ? post(init) : Promise.resolve(json(form)),
  )

test('an answer that is cut off in the middle is a failure of the network, in words for the buyer', async () => {
  vi.stubGlobal('fetch', async () => new Response('{"id": 1, "la'))
  await expect(readDesign(key)).rejects.toMatchObject({ code: 'network', message: '网络不通，请检查网络后重试' })
})

test('a call without an answer is given up, and the network is blamed only where the phone has none', async () => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
      ),
  )
  const refused = expect(readDesign(key)).rejects.toMatchObject({
    code: 'network',
    message: '等了很久没有回应，请稍后再试',
  })
  await vi.advanceTimersByTimeAsync(60_000)
  await refused
})

test('a photo that the server refuses is refused with its reason, not with the network', async () => {
  answerUpload(async () => json({ code: 'invalid', message: '文件超过 10 MB，请换一张小一些的' }, 413))
  await expect(uploadPhoto(key, new Blob(['x']), 'photo.jpg')).rejects.toMatchObject({
    code: 'invalid',
    message: '文件超过 10 MB，请换一张小一些的',
  })
})

test('a photo that a storage refuses without words for a buyer asks for another try or another photo', async () => {
  answerUpload(async () => new Response('<Error><Code>EntityTooLarge</Code></Error>', { status: 400 }))
  await expect(uploadPhoto(key, new Blob(['x']), 'photo.jpg')).rejects.toMatchObject({
    code: 'internal',
    message: '照片没有上传成功，请再选一次；还不行请换一张',
  })
})

test('a photo whose connection is cut names the network', async () => {
  answerUpload(() => Promise.reject(new TypeError('Failed to fetch')))
  await expect(uploadPhoto(key, new Blob(['x']), 'photo.jpg')).rejects.toMatchObject({
    code: 'network',
    message: '照片没有上传成功，请检查网络后重试',
  })
})

test('a photo whose upload stands still is given up, later for a larger one, and the network is named', async () => {
  vi.useFakeTimers()
  answerUpload(
    ({ signal }) =>
      new Promise((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
      ),
  )
  const ended = vi.fn()
  const refused = uploadPhoto(key, new Blob([new Uint8Array(160_000)]), 'photo.jpg').catch((error: unknown) => {
    ended()
    return error
  })
  await vi.advanceTimersByTimeAsync(69_000)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1000)
  expect(ended).toHaveBeenCalled()
  expect(await refused).toMatchObject({ code: 'network', message: '照片没有上传成功，请检查网络后重试' })
})

test.each(foreignShapes)('$title: the buyer reads Chinese words and no code of a program', async ({ reply }) => {
  // A redirection is followed by the browser itself.
  if (reply.status === 302) return
  vi.stubGlobal('fetch', async () => new Response(reply.body, { status: reply.status }))
  const error = (await readDesign(key).catch((cause: unknown) => cause)) as BuyerError
  expect(error.name).toBe('BuyerError')
  expect(error.message).toMatch(/^[^<>A-Za-z]*(Wi-Fi)?[^<>A-Za-z]*$/)
  expect(error.isPassing).toBe(![413, 414, 431].includes(reply.status))
})
