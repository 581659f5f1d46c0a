import { describe, expect, test } from 'vitest'
import type { HttpReply } from '../../adapters/platform'
import { createFileLoader } from './relayed-files'

const path = '/files/aa/b.png'
const partBytes = 10
const file = new Uint8Array(34).map((_, at) => at * 7)
const json = (value: unknown): HttpReply => ({ status: 200, headers: {}, body: JSON.stringify(value) })

/** A server that serves one file in parts of ten bytes; `change` falsifies a response. */
function server(change: (reply: HttpReply, from: number) => HttpReply = (reply) => reply) {
  const asked: string[] = []
  let open = 0
  let most = 0
  const load = createFileLoader(async ({ path: place }) => {
    asked.push(place)
    open += 1
    most = Math.max(most, open)
    await Promise.resolve()
    open -= 1
    const from = Number(new URL(place, 'http://x').searchParams.get('from'))
    const base64 = btoa(String.fromCharCode(...file.subarray(from, from + partBytes)))
    return change(json({ contentType: 'image/png', size: file.length, base64 }), from)
  })
  return { load, asked, most: () => most }
}

describe('createFileLoader', () => {
  test('a file is joined from its parts and has its type', async () => {
    const { load, asked } = server()
    const blob = await load(`${path}?w=200`)
    expect(blob.type).toBe('image/png')
    expect(new Uint8Array(await blob.arrayBuffer())).toEqual(file)
    expect(asked).toEqual([0, 10, 20, 30].map((from) => `/api/file_parts/aa/b.png?from=${from}&w=200`))
  })

  test('at most six parts are requested at a time over all files, so that other calls are not blocked', async () => {
    const { load, most } = server()
    await Promise.all(Array.from({ length: 20 }, () => load(path)))
    expect(most()).toBe(6)
  })

  test.each([
    ['is not there', (): HttpReply => ({ status: 404, headers: {}, body: '{}' }), 'answered 404'],
    ['is something else', () => json([]), 'answered something else'],
    [
      'breaks off',
      (reply: HttpReply, from: number) => (from === 20 ? json({ contentType: '', size: 34, base64: '' }) : reply),
      'broke off',
    ],
  ])('loading a file that %s rejects', async (_, change, words) => {
    await expect(server(change).load(path)).rejects.toThrow(words)
  })
})
