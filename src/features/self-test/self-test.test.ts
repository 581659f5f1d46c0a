import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Echo } from '../../../adapters/diagnosis/types'
import { type Platform, PlatformError, type PlatformStorage } from '../../../adapters/platform'
import { findLargest, frames } from './measure/frames'
import { checkMarker } from './measure/markers'
import { policyText } from './measure/policy'
import { savingResult, untried } from './measure/saving'
import { runStep } from './run-step'
import type { Step, StepContext } from './steps'

const stepContext: StepContext = { platform: {} as Platform, visit: 'now', expected: null }
const step = (measure: Step['measure'], limitMs = 1000): Step => ({ question: 'code', title: '试', limitMs, measure })
const runningSignal = () => new AbortController().signal

afterEach(() => {
  vi.useRealTimers()
})

describe('a step', () => {
  test('a step that hangs ends at its own limit with the facts found so far, and is aborted', async () => {
    vi.useFakeTimers()
    let stopped = false
    const limitMs = 20_000
    const hanging = step((_, { signal, addFacts }) => {
      addFacts({ toHost: 64 })
      signal.addEventListener('abort', () => {
        stopped = true
      })
      return new Promise(() => {})
    }, limitMs)
    const run = runStep(hanging, stepContext, runningSignal(), () => Date.now())
    await vi.advanceTimersByTimeAsync(limitMs - 1)
    expect(stopped).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(await run).toMatchObject({
      state: 'failed',
      meaning: expect.stringContaining('20 秒'),
      facts: { toHost: 64 },
      ms: 20_000,
    })
    expect(stopped).toBe(true)
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a stopped step is reported as stopped and may be measured again', async () => {
    const stop = new AbortController()
    const run = runStep(
      step(() => new Promise(() => {})),
      stepContext,
      stop.signal,
    )
    stop.abort()
    expect(await run).toMatchObject({ state: 'open', figure: '已停止' })
  })

  test('a failed step gives its reason without the seller’s private data', async () => {
    const failing = step(() => Promise.reject(new PlatformError('NETWORK', '没有回答 session=6101a1c2d3', {})))
    expect(await runStep(failing, stepContext, runningSignal())).toMatchObject({
      state: 'failed',
      meaning: '没有回答 session=…',
      facts: { error: 'NETWORK' },
    })
  })
})

describe('the largest message', () => {
  test.each([[16_384], [50_000], [900_000]])('a client’s limit of %i is found within six percent', async (most) => {
    let attempts = 0
    const found = await findLargest(
      async (size) => {
        attempts += 1
        return size <= most
      },
      () => {},
    )
    expect(found).toBeLessThanOrEqual(most)
    expect(found).toBeGreaterThan(most * 0.94)
    expect(attempts).toBeLessThan(16)
  })

  test('the message limit is the largest size tried when all arrive, and below the first size when that does not arrive', async () => {
    expect(
      await findLargest(
        async () => true,
        () => {},
      ),
    ).toBe(1024 * 1024)
    expect(
      await findLargest(
        async () => false,
        () => {},
      ),
    ).toBe(0)
    expect(
      await findLargest(
        async (size) => size <= 5000,
        () => {},
      ),
    ).toBeGreaterThan(4700)
  })

  const client = (echo: (letters: { send: number; want: number }) => Promise<Echo>): StepContext => ({
    ...stepContext,
    platform: {
      diagnosis: {
        about: async () => ({ methods: ['diagnose.echo'], limits: { frame: 921_600, chunk: 1, file: 1 } }),
        echo,
      },
    } as unknown as Platform,
  })
  const lost = () => Promise.reject(new PlatformError('TIMEOUT', '', {}))

  test('the message limit is measured in each direction, and a truncated text counts as not arrived', async () => {
    const narrow = client(({ send, want }) =>
      send > 200_000 ? lost() : Promise.resolve({ whole: want <= 60_000, shape: 'detail', names: [] }),
    )
    const { state, facts, meaning } = await runStep(frames, narrow, runningSignal())
    expect(state).toBe('passed')
    expect(facts.toHost).toBeGreaterThan(188_000)
    expect(facts.toPage).toBeGreaterThan(56_000)
    expect(facts.toPage).toBeLessThanOrEqual(60_000)
    expect(meaning).toContain('比默认的 900 KB 小')
  })

  test('a failure other than a lost message is not taken for a message limit', async () => {
    const broken = client(() => Promise.reject(new PlatformError('PROTOCOL', '返回数据发生错误', {})))
    expect(await runStep(frames, broken, runningSignal())).toMatchObject({ state: 'failed', facts: { error: 'PROTOCOL' } })
  })

  test('the message limit is skipped outside a client and with a shell that cannot measure it', async () => {
    expect(await runStep(frames, stepContext, runningSignal())).toMatchObject({ state: 'skipped', figure: '不适用' })
    const old = { ...stepContext, platform: { diagnosis: { about: async () => ({ methods: [] }) } } as unknown as Platform }
    expect(await runStep(frames, old, runningSignal())).toMatchObject({
      state: 'skipped',
      meaning: expect.stringContaining('升级外壳'),
    })
  })
})

describe('a marker', () => {
  const memoryStorage = (): PlatformStorage & { text: string | null } => ({
    text: null,
    async get() {
      return this.text
    },
    async set(_, value) {
      this.text = value
    },
    async remove() {
      this.text = null
    },
  })
  const visitAt = (visit: string, now: number, expected: string | null = null) => ({ visit, expected, now })

  test('a marker is written at the first visit and found at later ones, even after days', async () => {
    const storage = memoryStorage()
    expect(await checkMarker(storage, visitAt('a', 1000))).toEqual({ persistence: 'written', age: 0 })
    expect(await checkMarker(storage, visitAt('a', 2000))).toEqual({ persistence: 'written', age: 0 })
    expect(await checkMarker(storage, visitAt('b', 5000, 'a'))).toEqual({ persistence: 'kept', age: 4000 })
    expect(await checkMarker(storage, visitAt('c', 3 * 86_400_000 + 1000))).toEqual({ persistence: 'kept', age: 3 * 86_400_000 })
  })

  test('a marker that was written right before a reload and is gone counts as lost', async () => {
    const forgetful = memoryStorage()
    await checkMarker(forgetful, visitAt('a', 1000))
    forgetful.text = null
    expect(await checkMarker(forgetful, visitAt('b', 2000, 'a'))).toEqual({ persistence: 'lost', age: 0 })
  })

  test('a storage that drops a marker at once, or throws, counts as refusing', async () => {
    const deaf = { ...memoryStorage(), set: async () => undefined }
    expect((await checkMarker(deaf, visitAt('a', 1))).persistence).toBe('refused')
    const closed = { ...memoryStorage(), get: () => Promise.reject(new Error('SecurityError')) }
    expect((await checkMarker(closed, visitAt('a', 1))).persistence).toBe('refused')
  })

  test('a marker of another program is ignored', async () => {
    const others = memoryStorage()
    others.text = '{"visit":7}'
    expect((await checkMarker(others, visitAt('a', 1, 'before'))).persistence).toBe('lost')
  })
})

describe('saving', () => {
  const row = (state: 'works' | 'fails' | 'absent' | 'unconfirmed') => ({ state, message: '' })

  test('the saving question is open until a person has answered for each way', () => {
    expect(savingResult({ client: row('works'), picker: untried, download: untried })).toMatchObject({
      state: 'open',
      facts: { client: 'works', picker: 'untried' },
    })
    expect(savingResult({ client: row('works'), picker: row('absent'), download: row('unconfirmed') }).state).toBe('open')
  })

  test('the saving answer names the first way that works', () => {
    const { state, meaning } = savingResult({ client: row('fails'), picker: row('absent'), download: row('works') })
    expect([state, meaning]).toEqual(['passed', '插件会用浏览器直接下载保存文件'])
    expect(savingResult({ client: row('absent'), picker: row('absent'), download: row('fails') }).state).toBe('failed')
  })
})

test('a reported policy leaves out hosts that are not the platform’s own', () => {
  const policy =
    "default-src 'self'; connect-src 'self' data: https://shop.example.com https://img.alicdn.com; worker-src 'self' blob:"
  expect(policyText(policy)).toEqual([
    "default-src 'self'",
    "connect-src 'self' data: … https://img.alicdn.com",
    "worker-src 'self' blob:",
  ])
})
