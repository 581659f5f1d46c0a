/** Tests the built shell with reloaded pages, windows opened twice, other forms of events and lossy lines. */
import { parse } from 'acorn'
import { full } from 'acorn-walk'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Frame } from '../core/types'
import { shellEnv } from '../shell/client/env'
import { type Fault, type Watched, watch } from './bench'
import { fakeClock } from './fake-clock'
import { absentNames, builtShell, connectedShellBench, openShellBench } from './shell-bench'

let code: Awaited<ReturnType<typeof builtShell>>
beforeAll(async () => {
  code = await builtShell()
})

const names = (text: string) => {
  const declared = new Set<string>()
  const used = new Map<unknown, string>()
  full(parse(text, { ecmaVersion: 2017 }), (node) => {
    const { type, id, params, param, name, operator, argument } = node as unknown as Record<string, unknown> & { type: string }
    const declare = (one: unknown) => {
      const { type: kind, name: own, ...rest } = (one ?? {}) as Record<string, unknown>
      if (kind === 'Identifier') declared.add(String(own))
      else for (const inner of Object.values(rest).flat()) if (typeof inner === 'object') declare(inner)
    }
    if (['VariableDeclarator', 'FunctionDeclaration', 'FunctionExpression', 'ClassDeclaration'].includes(type)) declare(id)
    if (Array.isArray(params)) params.forEach(declare)
    if (type === 'CatchClause') declare(param)
    if (type === 'Identifier') used.set(node, String(name))
    // `typeof name` is allowed for any name. The walker visits a name before the expression that contains it.
    if (type === 'UnaryExpression' && operator === 'typeof') used.delete(argument)
  })
  return [...new Set(used.values())].filter((name) => !declared.has(name)).sort()
}

describe('the built scripts', () => {
  test('the built scripts are ES2017 and use only the language and the client’s own names', () => {
    const language = [
      'Array', 'Date', 'Error', 'JSON', 'Map', 'Math', 'Number', 'Object', 'Promise', 'Set', 'String', 'Symbol', 'TypeError', 'Uint32Array',
      'Uint8Array', 'undefined', 'Boolean', 'RegExp', 'arguments',
    ] // biome-ignore format: a list of names
    const client = ['App', 'Page', 'getApp', 'my', 'require', 'module', 'exports', 'console', 'setTimeout', 'clearTimeout']
    const usedNames = [...names(code['app.js']), ...names(code['pages/index/index.js'])]
    expect(usedNames).toContain('App')
    expect(usedNames).toContain('Page')
    expect(usedNames.filter((name) => ![...language, ...client].includes(name))).toEqual([])
    expect(names('a(); globalThis.b; const c = (d) => d')).toEqual(['a', 'globalThis'])
    expect(names('typeof window; typeof crypto.subtle')).toEqual(['crypto'])
  })

  test('the built scripts work where no other names exist', async () => {
    expect(absentNames).toContain('globalThis')
    const { page } = await connectedShellBench({ code })
    expect((await page.ready()).caps.length).toBeGreaterThan(10)
  })
})

describe('a message', () => {
  const shapes: readonly [string, (frame: unknown) => unknown][] = [
    ['e.detail.value', (frame) => ({ detail: { value: frame } })],
    ['e.detail', (frame) => ({ detail: frame })],
    ['e.detail.data', (frame) => ({ detail: { data: frame } })],
    ['a text', (frame) => JSON.stringify(frame)],
    ['e.detail.value as a text', (frame) => ({ detail: { value: JSON.stringify(frame) } })],
    ['e.detail as a text', (frame) => ({ detail: JSON.stringify(frame) })],
    ['the whole event as a text', (frame) => JSON.stringify({ detail: { value: frame } })],
  ]
  test.each(shapes)('a message is understood as %s', async (_, shape) => {
    const bench = openShellBench({ code })
    bench.shape(shape)
    await bench.openPage()
    const page = bench.connect()
    await bench.clock.advance(50)
    const call = watch(page.call('storage.get', { key: 'a' }))
    await bench.clock.advance(100)
    expect(call.value).toBeNull()
  })

  test('foreign and truncated messages and those of another page have no effect', async () => {
    const { mini, page, clock } = await connectedShellBench({ code })
    for (const event of [
      null,
      undefined,
      0,
      'text',
      {},
      { detail: null },
      { detail: '{"qnb":1,"k":"re' },
      { detail: { value: { type: 'x' } } },
    ]) {
      mini.onWebViewMessage(event)
    }
    mini.onWebViewMessage({
      detail: { value: { qnb: 1, k: 'req', sid: 'other', seq: 1, id: 'other:1', m: 'storage.get', p: {}, kind: 'text' } },
    })
    const call = watch(page.call('storage.get', { key: 'a' }))
    await clock.advance(100)
    expect(call.value).toBeNull()
  })

  test('a message sent before the web-view exists is dropped without an error', async () => {
    const bench = openShellBench({ code, without: ['createWebViewContext'] })
    const mini = await bench.openPage()
    expect(mini.data.phase).toBe('open')
    bench.connect()
    await bench.clock.advance(5000)
    expect(bench.logs.join('\n')).toContain('send-failed')
  })
})

const bytes = new Uint8Array(400_000).fill(7)
const cloudPath = 'kejiang/1/a.png'

describe('the page', () => {
  test.each([2, 5, 12, 20, 25])(
    'when the page reloads %i ms into an upload, nothing is left and the new page works',
    async (ms) => {
      const bench = await connectedShellBench({ code })
      const blob = watch(bench.page.sendBlob(bytes, { name: 'a.png', type: 'image/png' }))
      await bench.clock.advance(300)
      watch(bench.page.call('cloud.upload', { file: blob.value, cloudPath }))
      await bench.clock.advance(ms)
      const second = bench.connect()
      await bench.clock.advance(3000)
      expect(bench.client.space.size).toBe(0)
      expect([...bench.client.files.keys()]).toEqual([])
      expect(bench.shell.stats()).toMatchObject({ pages: 1, running: 0, blobs: 0 })
      const call = watch(second.call('storage.get', { key: 'a' }))
      await bench.clock.advance(100)
      expect(call.value).toBeNull()
    },
  )

  test('when the page is opened twice, the newer one is served and the older one is not', async () => {
    const bench = await connectedShellBench({ code })
    const older = bench.mini
    const { frame } = bench.sent.find(({ way, frame: { k } }) => way === 'toHost' && k === 'hello') as { frame: Frame }
    const welcomes = () =>
      bench.sent.filter(({ way, frame: { k, sid } }) => way === 'toPage' && k === 'welcome' && sid === frame.sid).length
    const welcomed = welcomes()
    const newer = await bench.openPage()
    const page = bench.connect()
    await bench.clock.advance(100)
    expect(newer.data.phase).toBe('open')
    const before = bench.client.calls.length
    // The shell must ignore late messages of the older web-view.
    older.onWebViewMessage({ detail: { value: frame } })
    older.onUnload()
    await bench.clock.advance(100)
    expect(welcomes()).toBe(welcomed)
    const call = watch(page.call('storage.get', { key: 'a' }))
    await bench.clock.advance(100)
    expect(call.value).toBeNull()
    expect(bench.client.calls.length).toBe(before + 1)
    expect(bench.shell.stats().pages).toBe(1)
  })

  test('when the page closes during an upload, it is undone and nothing is held', async () => {
    const bench = await connectedShellBench({ code })
    const blob = watch(bench.page.sendBlob(bytes, { name: 'a.png', type: 'image/png' }))
    await bench.clock.advance(300)
    watch(bench.page.call('cloud.upload', { file: blob.value, cloudPath }))
    await bench.clock.advance(15)
    bench.mini.onUnload()
    bench.page.dispose()
    await bench.clock.advance(2000)
    expect(bench.client.space.size).toBe(0)
    expect(bench.shell.stats()).toEqual({ pages: 0, running: 0, timers: 0, blobs: 0 })
    expect(bench.clock.timers).toBe(0)
  })

  test('when the page is left and opened again, the new host undoes a call whose reply was lost', async () => {
    const bench = await connectedShellBench({ code })
    const blob = watch(bench.page.sendBlob(bytes, { name: 'a.png', type: 'image/png' }))
    await bench.clock.advance(300)
    bench.fault((way, frame) => (way === 'toPage' && frame.k === 'res' ? [] : undefined))
    const call = watch(bench.page.call('cloud.upload', { file: blob.value, cloudPath }))
    await bench.clock.advance(100)
    expect(bench.client.space.size).toBe(1)
    bench.mini.onUnload()
    bench.fault(undefined)
    await bench.openPage()
    await bench.clock.advance(10_000)
    expect(call.error).toMatchObject({ code: 'HOST_GONE' })
    expect(bench.client.space.size).toBe(0)
  })
})

test('the shell’s clock never goes back, even if the machine’s clock does', () => {
  let wallClock = 1_000_000
  const env = shellEnv({ now: () => wallClock, random: () => 0.5, set: () => 0, clear: () => undefined })
  const start = env.now()
  wallClock += 50
  expect(env.now() - start).toBe(50)
  wallClock -= 3_600_000
  expect(env.now() - start).toBe(50)
  wallClock += 25
  expect(env.now() - start).toBe(75)
  expect(env.newId()).not.toBe(env.newId())
  expect(env.newId().length).toBeGreaterThanOrEqual(16)
})

/** A linear congruential generator: repeatable numbers from 0 to 1. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** Loses, doubles, delays or truncates each frame with the same probability. */
function randomFaults(seed: number, chance: number): Fault {
  const random = randomFrom(seed)
  return (_way, _frame, text) => {
    const delay = 1 + Math.floor(random() * 10)
    if (random() < chance) return []
    if (random() < chance) return [{ delay }, { delay: delay + 5 }]
    if (random() < chance) return [{ delay: delay + 200 }]
    if (random() < chance) return [{ delay, raw: text.slice(0, text.length / 2) }]
    return [{ delay }]
  }
}

describe('over a line that loses, doubles, delays and cuts every twentieth frame', () => {
  test.each([1, 2, 3, 4, 5, 6])(
    'on a bad line every call settles once, an upload leaves one file or none, a write runs once (seed %i)',
    async (seed) => {
      const clock = fakeClock()
      const bench = await connectedShellBench({ code, clock })
      bench.fault(randomFaults(seed, 0.05))
      const calls: Watched<unknown>[] = []
      const uploads: Watched<{ fileId: string }>[] = []
      for (let n = 0; n < 12; n += 1) {
        calls.push(
          watch(bench.page.call('storage.set', { key: `k${n}`, value: `v${n}` }, { idempotencyKey: `set-${seed}-${n}` })),
        )
        calls.push(
          watch(
            bench.page.call(
              'top.invoke',
              { api: 'taobao.item.update', data: { num_iid: String(n) } },
              { write: true, idempotencyKey: `w-${seed}-${n}` },
            ),
          ),
        )
        calls.push(watch(bench.page.call('http', { method: 'GET', path: '/api/users/me', headers: {} }, { write: false })))
        const file = bench.page.sendBlob(bytes.subarray(0, 250_000), { name: `${n}.png`, type: 'image/png' })
        uploads.push(
          watch(
            file.then((blob) =>
              bench.page.call<{ fileId: string }>('cloud.upload', { file: blob, cloudPath: `kejiang/1/${n}.png` }),
            ),
          ),
        )
        await clock.advance(200)
      }
      await clock.advance(120_000)
      const all = [...calls, ...uploads]
      expect(all.map(({ settled }) => settled)).toEqual(all.map(() => 1))
      // Nearly all calls must succeed on such a line.
      expect(all.filter(({ error }) => error).length).toBeLessThan(6)
      const uploadedIds = uploads.flatMap(({ value }) => (value ? [value.fileId] : []))
      expect([...bench.client.space.keys()].sort()).toEqual(uploadedIds.sort())
      const written = bench.client.topCalls.map(({ data }) => data.num_iid)
      expect(written.length).toBeGreaterThan(6)
      expect(new Set(written).size).toBe(written.length)
      expect(bench.shell.stats()).toMatchObject({ running: 0 })
      expect(bench.page.stats()).toMatchObject({ pending: 0 })
      expect([...bench.client.files.keys()]).toEqual([])
    },
  )
})
