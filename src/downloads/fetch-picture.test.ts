import { expect, test } from 'vitest'
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
          new Promise<never>((_resolve, reject) =>
            init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError'))),
          ),
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
