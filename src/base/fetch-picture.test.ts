import { describe, expect, test } from 'vitest'
import { createBufferPool } from '../../contract/ground/buffer-pool'
import { abortError } from '../../contract/ground/thrown'
import { fetchPicture } from './fetch-picture'

const signal = new AbortController().signal

function server(...answers: (() => Response | Promise<Response>)[]) {
  let asked = 0
  const pauses: number[] = []
  return {
    asked: () => asked,
    pauses,
    options: {
      signal,
      wait: async (ms: number) => void pauses.push(ms),
      fetch: async (_: unknown, init?: RequestInit) => {
        const answer = answers[Math.min(asked++, answers.length - 1)]
        if (answer === undefined) throw new TypeError('Failed to fetch')
        return Promise.race([
          answer(),
          new Promise<never>((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(abortError()))),
        ])
      },
    },
  }
}
const status = (code: number) => () => new Response('no', { status: code })
const broken = () => Promise.reject(new TypeError('Failed to fetch'))

test('a picture that fails to load is retried three times, with growing pauses', async () => {
  const line = server(broken, status(503), status(500), () => new Response(Uint8Array.of(1, 2)))
  expect(await fetchPicture('/a.png', line.options)).toEqual(Uint8Array.of(1, 2))
  expect([line.asked(), line.pauses]).toEqual([4, [300, 1000, 2500]])
})

test.each([
  [status(404), '图片不存在（404），可能已被删除'],
  [status(403), '没有权限读取图片（403）'],
  [status(502), '图片服务器没有给出图片（502）'],
  [broken, '网络中断，图片没有传完'],
  [() => new Response(''), '图片是空的'],
])('a fetch that always fails is given up with its reason: %o gives %s', async (answer, reason) => {
  const line = server(answer)
  await expect(fetchPicture('/a.png', line.options)).rejects.toThrow(reason)
  expect(line.asked()).toBe(4)
})

test('the error of a picture on another site names CORS refusal as a possible reason', async () => {
  await expect(fetchPicture('https://img.example/a.png', server(broken).options)).rejects.toThrow('不允许读取')
})

test('a picture whose response never ends fails after the timeout', async () => {
  const line = server(() => new Promise<Response>(() => undefined))
  await expect(fetchPicture('/a.png', { ...line.options, deadlineMs: 5 })).rejects.toThrow('等待超过 0.005 秒')
})

test('a fetch that is aborted by its signal is not retried', async () => {
  const stop = new AbortController()
  const line = server(() => new Promise<Response>(() => undefined))
  const fetching = fetchPicture('/a.png', { ...line.options, signal: stop.signal })
  stop.abort()
  await expect(fetching).rejects.toMatchObject({ name: 'AbortError' })
  expect(line.asked()).toBe(1)
})

describe('with memory of a pool', () => {
  const bytes = Uint8Array.from({ length: 5000 }, (_, at) => at % 251)
  /** Answers in several pieces, with this header. */
  const inPieces = (announced: string | null) => () => {
    const body = new ReadableStream({
      type: 'bytes',
      start(controller) {
        for (let at = 0; at < bytes.length; at += 1300) controller.enqueue(bytes.slice(at, at + 1300))
        controller.close()
      },
    })
    return new Response(body, { headers: announced === null ? {} : { 'content-length': announced } })
  }

  test('a picture is read into memory that was given back', async () => {
    const buffers = createBufferPool()
    const memory = new ArrayBuffer(9000)
    buffers.give(memory)
    const picture = await fetchPicture('/a.png', { ...server(inPieces('5000')).options, buffers })
    expect(picture).toEqual(bytes)
    expect(picture.buffer.byteLength).toBe(9000)
    // Its memory was transferred, as for each read.
    expect(memory.byteLength).toBe(0)
  })

  test.each([null, '5000', '4999', '100', '0', 'many', '99999999999'])(
    'a length announced as %s is no more than a guess',
    async (announced) => {
      const picture = await fetchPicture('/a.png', { ...server(inPieces(announced)).options, buffers: createBufferPool() })
      expect(picture).toEqual(bytes)
    },
  )

  test('where the browser cannot fill given memory, the picture gets memory of its own', async () => {
    const stream = new ReadableStream({
      start(controller) {
        controller.enqueue(bytes)
        controller.close()
      },
    })
    const line = server(() => new Response(stream))
    expect(await fetchPicture('/a.png', { ...line.options, buffers: createBufferPool() })).toEqual(bytes)
  })

  test('a picture that breaks off is fetched again', async () => {
    const broken = () => {
      const body = new ReadableStream({
        type: 'bytes',
        pull(controller) {
          controller.enqueue(bytes.slice(0, 700))
          controller.error(new TypeError('network error'))
        },
      })
      return new Response(body)
    }
    const line = server(broken, inPieces('5000'))
    expect(await fetchPicture('/a.png', { ...line.options, buffers: createBufferPool() })).toEqual(bytes)
    expect(line.asked()).toBe(2)
  })

  test('an empty picture is refused', async () => {
    const line = server(() => new Response(''))
    await expect(fetchPicture('/a.png', { ...line.options, buffers: createBufferPool() })).rejects.toThrow('图片是空的')
  })
})
