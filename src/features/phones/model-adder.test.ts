import { describe, expect, test } from 'vitest'
import { InvalidError, OfflineError } from '../../../contract/call-errors'
import { type AddProgress, addModels, PartlyAddedError } from './model-adder'

const call = { method: 'POST', url: '/api/phone_brands/1/phone_models' }

/** A simulated server that refuses some names, each with its own error. */
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
      isCancelled: () => added.length >= stopAfter,
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
  test('models are added in the order written, with progress', async () => {
    const { added, told, run } = adder()
    await run('甲', '乙')
    expect(added).toEqual(['甲', '乙'])
    expect(told).toEqual([
      { done: 0, total: 2 },
      { done: 1, total: 2 },
    ])
  })

  test('a refused name is reported and the next ones are added', async () => {
    const { added, run } = adder({ 乙: new InvalidError('型号“乙”已存在', call) })
    const failure = await failureOf(run('甲', '乙', '丙'))
    expect(added).toEqual(['甲', '丙'])
    expect(failure).toBeInstanceOf(PartlyAddedError)
    expect(failure).toMatchObject({
      remaining: ['乙'],
      message: expect.stringContaining('新增了 2 个型号，1 个没有成功：型号“乙”已存在'),
    })
  })

  test('a lost connection ends the adding, and all remaining names are reported', async () => {
    const { added, run } = adder({ 乙: new InvalidError('坏', call), 丙: new OfflineError('网络断了', call) })
    const failure = await failureOf(run('甲', '乙', '丙', '丁'))
    expect(added).toEqual(['甲'])
    expect(failure).toMatchObject({ remaining: ['乙', '丙', '丁'], message: expect.stringContaining('「丙」没有成功：网络断了') })
  })

  test('when no model was added, the failure itself is thrown', async () => {
    const offline = new OfflineError('网络断了', call)
    expect(await failureOf(adder({ 甲: offline }).run('甲', '乙'))).toBe(offline)
    const invalid = new InvalidError('坏', call)
    expect(await failureOf(adder({ 甲: invalid }).run('甲'))).toBe(invalid)
  })

  test('adding stops when it is asked to', async () => {
    const { added, run, stopAfter } = adder()
    stopAfter(1)
    expect(await failureOf(run('甲', '乙', '丙'))).toMatchObject({ remaining: ['乙', '丙'] })
    expect(added).toEqual(['甲'])
  })
})
