/** Tests the limits of a report over the simulator's channel, with a client that loses large messages. */
import { afterEach, expect, test } from 'vitest'
import type { Env, Frame } from '../../bridge/core/types'
import { createHost } from '../../bridge/host/host'
import type { Handler } from '../../bridge/host/types'
import { connectHost } from '../../bridge/page/connect'
import { escapeMessage, unescapeMessage } from '../../bridge/simulator/escaping'
import { type FrameRecord, faultyChannel, type LinkFaults } from '../../bridge/simulator/faulty-channel'
import { memoryLayer } from '../browser/layered-storage'
import { type Answer, type Question, questions, type SelfTestReport } from '../diagnosis/report'
import type { Platform, PlatformStorage } from '../platform'
import { createQianniuPlatform } from './qianniu-platform'

const faults: LinkFaults = {
  latency: 0,
  jitter: 0,
  loss: 0,
  duplicate: 0,
  reorder: 0,
  frameLimit: 0,
  welcomeDelay: 0,
  wrongKind: false,
}
const env: Env & { random(): number } = {
  now: () => performance.now(),
  random: () => 0.5,
  set: (task, ms) => setTimeout(task, ms),
  clear: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
  newId: () => Math.random().toString(36).slice(2).padEnd(16, '0'),
}

const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

interface TestPlatform {
  readonly platform: Platform
  /** Frames of the page with their encoded sizes. */
  readonly sent: { readonly k: Frame['k']; readonly bytes: number }[]
  readonly own: PlatformStorage
  readonly client: Map<string, string>
}

/** Opens a page in a client that loses messages of more than `most` bytes. */
function openPlatform({ most = 0, own = memoryLayer(), client = new Map<string, string>() } = {}): TestPlatform {
  const sent: TestPlatform['sent'] = []
  const toPage = new Set<(raw: unknown) => void>()
  const toHost = new Set<(raw: unknown) => void>()
  const pass = (listeners: ReadonlySet<(raw: unknown) => void>, text: string) => {
    for (const listener of [...listeners]) listener(unescapeMessage(text))
  }
  const recordFrame = ({ direction, frame }: FrameRecord) => {
    if (direction === 'in') sent.push({ k: (frame as Frame).k, bytes: escapeMessage(frame).length })
  }
  const link = faultyChannel(
    {
      send: (frame) => pass(toPage, escapeMessage(frame)),
      sendCut: () => {},
      listen: (listener) => {
        toHost.add(listener)
        return () => toHost.delete(listener)
      },
    },
    () => ({ ...faults, frameLimit: most }),
    env,
    recordFrame,
  )
  const text = (params: unknown, name: string) => String((params as Record<string, unknown>)[name])
  const handlers: Record<string, Handler> = {
    'storage.get': (params) => client.get(text(params, 'key')) ?? null,
    'storage.set': (params) => {
      client.set(text(params, 'key'), text(params, 'value'))
      return true
    },
    'storage.remove': (params) => {
      client.delete(text(params, 'key'))
      return true
    },
    'disk.save': (params, context) => ({ saved: context.blob((params as { file: unknown }).file).size > 0 }),
  }
  const host = createHost(link, { handlers, env, shell: '1.0.0', client: '9.97.56N' })
  const connection = connectHost(
    {
      send: (frame) => pass(toHost, escapeMessage(frame)),
      listen: (listener) => {
        toPage.add(listener)
        return () => toPage.delete(listener)
      },
    },
    { pageVersion: '0.1.0', env },
  )
  const platform = createQianniuPlatform({
    connection: Promise.resolve(connection),
    files: () => {
      throw new Error('nothing is uploaded here')
    },
    ownStorage: own,
    throughHost: false,
    apiBase: 'https://shop.example.com',
    now: env.now,
    newId: env.newId,
  })
  open.push(() => {
    platform.dispose()
    host.dispose()
    link.dispose()
  })
  return { platform, sent, own, client }
}

const answer = (facts: Answer['facts']): Answer => ({ state: 'passed', figure: '', meaning: '', ms: 1, facts })
const report = (own: Partial<Record<Question, Answer>>, client = '9.97.56N'): SelfTestReport => ({
  kejiangSelfTest: 1,
  madeAt: '2026-11-21T08:00:00.000Z',
  plugin: '0.1.0',
  environment: 'qianniu',
  client,
  shell: '1.0.0',
  engine: '',
  page: 'served',
  answers: Object.fromEntries(questions.map((name) => [name, own[name] ?? answer({})])) as SelfTestReport['answers'],
})
const measured = answer({ toHost: 100_000, toPage: 100_000 })
const picture = () => ({ name: 'a.bin', blob: new Blob([new Uint8Array(400_000)]) })
const largest = ({ sent }: TestPlatform) => Math.max(...sent.map(({ bytes }) => bytes))

test('without a report a file is sent in the pieces that the client announces', async () => {
  const world = openPlatform()
  expect(await world.platform.saveFile(picture())).toEqual({ saved: true })
  expect(world.sent.filter(({ k }) => k === 'chunk')).toHaveLength(3)
  expect(largest(world)).toBeGreaterThan(250_000)
})

test('with a report of smaller messages, the same file arrives in smaller pieces', async () => {
  const world = openPlatform({ most: 100_000 })
  await world.platform.ready()
  const chosen = await world.platform.diagnosis?.applyReport(report({ frame: measured }))
  expect(chosen).toMatchObject({ from: 'report', frame: 90_000 })
  expect(await world.platform.saveFile(picture())).toEqual({ saved: true })
  expect(world.sent.filter(({ k }) => k === 'chunk')).toHaveLength(6)
  expect(largest(world)).toBeLessThanOrEqual(100_000)
})

test.each(['page', 'client'] as const)('a page opened later reads the report that the %s stored', async (machine) => {
  const first = openPlatform({ most: 100_000 })
  await first.platform.diagnosis?.applyReport(report({ frame: measured }))
  const later = openPlatform({ most: 100_000, ...(machine === 'page' ? { own: first.own } : { client: first.client }) })
  await later.platform.ready()
  expect(later.platform.diagnosis?.currentLimits()).toMatchObject({ from: 'report', frame: 90_000, answer: 90_000 })
  await later.platform.saveFile(picture())
  expect(largest(later)).toBeLessThanOrEqual(100_000)
})

test('forget deletes the report everywhere', async () => {
  const world = openPlatform()
  await world.platform.diagnosis?.applyReport(report({ frame: measured }))
  await world.platform.diagnosis?.removeReport()
  await world.platform.saveFile(picture())
  expect(world.sent.filter(({ k }) => k === 'chunk')).toHaveLength(3)
  expect(world.client.size).toBe(0)
  const later = openPlatform({ own: world.own, client: world.client })
  await later.platform.ready()
  expect(later.platform.diagnosis?.currentLimits()).toMatchObject({ from: 'defaults', why: 'none' })
})

test.each([
  ['is of another version', JSON.stringify(report({ frame: measured }, '9.10.00N')), 'other-client'],
  ['is half a text', '{"kejiangSelfTest":1', 'unreadable'],
])('a report that %s does not change the limits', async (_, text, why) => {
  const client = new Map([['self-test-report', text]])
  const world = openPlatform({ client })
  await world.platform.ready()
  expect(world.platform.diagnosis?.currentLimits()).toMatchObject({ from: 'defaults', why })
  await world.platform.saveFile(picture())
  expect(world.sent.filter(({ k }) => k === 'chunk')).toHaveLength(3)
})

test('the page stores texts if the report says that the client loses them', async () => {
  const world = openPlatform()
  await world.platform.ready()
  await world.platform.diagnosis?.applyReport(report({ storage: answer({ clientStorage: 'lost', pageStorage: 'kept' }) }))
  await world.platform.storage.set('draft', '草稿')
  expect(world.client.has('draft')).toBe(false)
  expect(await world.own.get('draft')).toBe('草稿')
})
