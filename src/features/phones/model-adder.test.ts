import { describe, expect, test } from 'vitest'
import { InvalidError, OfflineError } from '../../base/errors'
import { type AddProgress, addModels, PartlyAddedError } from './model-adder'

const call = { method: 'POST', url: '/api/phone_brands/1/phone_models' }

/** A server that refuses some names, each in its own way. */
function adder(refusals: Record<string, Error> = {}) {
  const added: string[] = []
  const told: AddProgress[] = []
  let stopAfter = Number.POSITIVE_INFINITY
  const run = (...names: string[]) =>
    addModels({
      names,
      add: async (name) => {
        const refusal = refusals[name]
        if (refusal) throw refusal
        added.push(name)
      },
      onProgress: (progress) => told.push(progress),
      stopped: () => added.length >= stopAfter,
    })
  return {
    added,
    told,
    run,
    stopAfter: (count: number) => {
      stopAfter = count
    },
  }
}
const failureOf = (work: Promise<void>) =>
  work.then(
    () => null,
    (error: unknown) => error,
  )

describe('addModels', () => {
  test('adds in the order written and tells how far it is', async () => {
    const { added, told, run } = adder()
    await run('甲', '乙')
    expect(added).toEqual(['甲', '乙'])
    expect(told).toEqual([
      { done: 0, total: 2 },
      { done: 1, total: 2 },
    ])
  })

  test('goes on past a refused name and keeps it', async () => {
    const { added, run } = adder({ 乙: new InvalidError('型号“乙”已存在', call) })
    const failure = await failureOf(run('甲', '乙', '丙'))
    expect(added).toEqual(['甲', '丙'])
    expect(failure).toBeInstanceOf(PartlyAddedError)
    expect(failure).toMatchObject({
      left: ['乙'],
      message: expect.stringContaining('新增了 2 个型号，1 个没有成功：型号“乙”已存在'),
    })
  })

  test('ends where the line breaks, and keeps all that is left', async () => {
    const { added, run } = adder({ 乙: new InvalidError('坏', call), 丙: new OfflineError('网络断了', call) })
    const failure = await failureOf(run('甲', '乙', '丙', '丁'))
    expect(added).toEqual(['甲'])
    expect(failure).toMatchObject({ left: ['乙', '丙', '丁'], message: expect.stringContaining('「丙」没有成功：网络断了') })
  })

  test('is the failure itself where nothing was added', async () => {
    const offline = new OfflineError('网络断了', call)
    expect(await failureOf(adder({ 甲: offline }).run('甲', '乙'))).toBe(offline)
    const invalid = new InvalidError('坏', call)
    expect(await failureOf(adder({ 甲: invalid }).run('甲'))).toBe(invalid)
  })

  test('stops when asked to', async () => {
    const { added, run, stopAfter } = adder()
    stopAfter(1)
    expect(await failureOf(run('甲', '乙', '丙'))).toMatchObject({ left: ['乙', '丙'] })
    expect(added).toEqual(['甲'])
  })
})
