import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { memoryLayer } from '../../../adapters/browser/layered-storage'
import { callKey } from '../../../adapters/cassette/call-key'
import { type Cassette, readCassette } from '../../../adapters/cassette/cassette'
import { virtualClock } from '../../../adapters/mock/clock'
import { drive } from '../../../adapters/mock/drive'
import { createMockPlatform, type MockPlatform } from '../../../adapters/mock/mock-platform'
import { createReplay, currentOf, isEdited, nextOf, type ReplayModel, runOf, unusedOf } from './replay-model'

const everyday = readCassette(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../fixtures/cassettes/desktop-client.json'), 'utf8')),
)
const entry = (seq: number, api: string, repeat?: number) => ({
  seq,
  method: 'top.invoke',
  key: callKey('top.invoke', { api, data: {} }),
  request: { api, data: {} },
  events: [{ dt: 40, type: 'ack' as const }],
  outcome: { ok: api },
  dt: 50,
  ...(repeat === undefined ? {} : { repeat }),
})
const scenario = (...entries: Cassette['entries']): Cassette => ({ ...everyday, name: 'scenario', entries })

/** Opens the plugin's mock platform adapter with this controller, as in the frame. */
function plugin(model: ReplayModel): MockPlatform {
  const controller = model.controller()
  const refuse = () => Promise.reject(new Error('no file of the shop is touched'))
  const platform = createMockPlatform({
    cassette: controller.cassette,
    clock: virtualClock(),
    storage: memoryLayer(),
    files: () => ({ uploadForm: refuse, uploadPart: refuse, uploadResult: refuse, taobao: refuse }),
    apiBase: 'http://127.0.0.1/',
    hooks: controller,
  })
  controller.onOpened({ play: (one) => drive(platform, one) })
  return platform
}
const states = (model: ReplayModel) => model.state().cassette.entries.map(({ seq }) => runOf(model.state(), seq).state)

describe('replay step by step', () => {
  test('each step makes the next recorded call through the plugin', async () => {
    const model = createReplay(scenario(entry(1, 'a'), entry(2, 'b', 2), entry(3, 'c')))
    plugin(model)
    expect(nextOf(model.state())?.seq).toBe(1)
    await model.next()
    expect(states(model)).toEqual(['answered', 'waiting', 'waiting'])
    await model.next()
    await model.next()
    expect(states(model)).toEqual(['answered', 'answered', 'waiting'])
    expect(unusedOf(model.state()).map(({ seq }) => seq)).toEqual([3])
  })

  test('a call of the plugin itself is held until the next step', async () => {
    const model = createReplay(scenario(entry(1, 'a'), entry(2, 'b')))
    const platform = plugin(model)
    const reply = platform.callMarketplace('b', {})
    expect(states(model)).toEqual(['waiting', 'held'])
    expect(model.state().held).toEqual([1])
    expect(currentOf(model.state())?.seq).toBe(2)
    await model.next()
    expect(await reply).toBe('b')
    expect(states(model)).toEqual(['waiting', 'answered'])
  })

  test('playing all releases held calls and continues to the end, and pause stops it', async () => {
    const model = createReplay(scenario(entry(1, 'a'), entry(2, 'b'), entry(3, 'c')))
    const platform = plugin(model)
    const held = platform.callMarketplace('b', {})
    await model.playAll()
    await held
    expect(states(model)).toEqual(['answered', 'answered', 'answered'])
    expect(unusedOf(model.state())).toEqual([])
    model.restart()
    plugin(model)
    const playing = model.playAll()
    model.pause()
    await playing
    expect(states(model)).toEqual(['answered', 'waiting', 'waiting'])
  })
})

describe('an edited entry', () => {
  test('an edited entry has its new outcome from the next time on: later, lost or with an error', async () => {
    const model = createReplay(scenario(entry(1, 'a'), entry(2, 'b'), entry(3, 'c')))
    const platform = plugin(model)
    model.edit(1, { outcome: { error: { code: 'PERMISSION', message: '没有权限' } } })
    model.edit(2, { outcome: { lost: true } })
    model.edit(3, { dt: 10 })
    await model.playAll()
    expect(states(model)).toEqual(['failed', 'failed', 'answered'])
    expect(runOf(model.state(), 1).error).toBe('没有权限')
    expect(runOf(model.state(), 2).error).toBe('千牛数据返回超时')
    expect(model.state().cassette.entries[2]).toMatchObject({ dt: 10, events: [{ dt: 10 }] })
    expect(platform.pending()).toBe(0)
  })

  test('a reset entry restores the cassette', () => {
    const model = createReplay(scenario(entry(1, 'a'), entry(2, 'b')))
    model.edit(1, { dt: 900 })
    expect(isEdited(model.state())).toBe(true)
    model.reset(1)
    expect(isEdited(model.state())).toBe(false)
  })
})

test('a call without an entry is shown with the nearest entry and the differences', async () => {
  const model = createReplay(scenario(entry(1, 'a')))
  const platform = plugin(model)
  await platform.callMarketplace('a', { page_no: 2 }).catch(() => undefined)
  expect(model.state().misses).toMatchObject([
    { what: 'missing', nearest: 1, differences: [{ path: 'data.page_no', called: 2 }] },
  ])
})

test('a plugin of an earlier run no longer changes the state', async () => {
  const model = createReplay(scenario(entry(1, 'a')))
  const former = plugin(model)
  model.restart()
  await former.callMarketplace('a', {})
  expect(states(model)).toEqual(['waiting'])
  expect(model.state().open).toBe(false)
})
