import { afterEach, expect, test, vi } from 'vitest'
import { ConflictError, OfflineError } from '../../../../contract/call-errors'
import type { Sku } from '../../../../contract/types'
import { createSkuWriter } from './sku-writer'

afterEach(() => void vi.useRealTimers())

type Body = Omit<Sku, 'id' | 'standard'>

const call = { method: 'POST', url: '' }
const bodyOf = (phoneModelId: number): Body => ({
  phoneBrandId: 1,
  phoneModelId,
  materialId: 1,
  materialColorId: 1,
  wireframeId: null,
  enabled: false,
})

/** A server that logs the models of each call; `refuse` throws for the calls that fail. */
function writerOn(refuse: (models: readonly number[]) => void = () => undefined) {
  const calls: (readonly number[])[] = []
  const answer = async (bodies: readonly Body[]): Promise<Sku[]> => {
    const models = bodies.map(({ phoneModelId }) => phoneModelId)
    calls.push(models)
    refuse(models)
    return bodies.map((body) => ({ ...body, id: body.phoneModelId * 10, standard: null }))
  }
  const writer = createSkuWriter({
    create: async ({ body }) => (await answer([body]))[0] as Sku,
    createMany: ({ body }) => answer(body.items),
  })
  const { signal } = new AbortController()
  const create = (model: number) => writer.create(bodyOf(model), { quiet: true, signal })
  return { calls, writer, create }
}
const settled = async (made: readonly Promise<Sku>[]) =>
  (await Promise.allSettled(made)).map((one) => (one.status === 'fulfilled' ? one.value.id : one.reason.message))

test('SKUs wait for each other while attempts are under way, and share a call', async () => {
  const { calls, writer, create } = writerOn()
  writer.setAttempts(3)
  const first = [create(1), create(2)]
  expect(calls).toEqual([])
  // The third attempt ended without a SKU.
  writer.setAttempts(2)
  expect(await settled(first)).toEqual([10, 20])
  expect(calls).toEqual([[1, 2]])
})

test('a call creates eight at most, and the last SKU goes alone', async () => {
  const { calls, writer, create } = writerOn()
  writer.setAttempts(20)
  const made = Array.from({ length: 9 }, (_, at) => create(at + 1))
  expect(calls).toEqual([[1, 2, 3, 4, 5, 6, 7, 8]])
  writer.setAttempts(1)
  await settled(made)
  expect(calls.slice(1)).toEqual([[9]])
})

test('a SKU waits a second for others, no longer', async () => {
  vi.useFakeTimers()
  const { calls, writer, create } = writerOn()
  writer.setAttempts(3)
  const made = create(1)
  await vi.advanceTimersByTimeAsync(999)
  expect(calls).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect((await made).id).toBe(10)
})

test('when one is refused, each is created alone, and only that one fails', async () => {
  const { calls, writer, create } = writerOn((models) => {
    if (models.includes(2)) throw new ConflictError('已存在', call, { status: 409 })
  })
  writer.setAttempts(3)
  expect(await settled([create(1), create(2), create(3)])).toEqual([10, '已存在', 30])
  expect(calls).toEqual([[1, 2, 3], [1], [2], [3]])
})

test('without a network all fail, and none is sent again by itself', async () => {
  const { calls, writer, create } = writerOn(() => {
    throw new OfflineError('断网', call)
  })
  writer.setAttempts(2)
  expect(await settled([create(1), create(2)])).toEqual(['断网', '断网'])
  expect(calls).toHaveLength(1)
})

test('an attempt that was stopped before creates nothing', async () => {
  const { calls, writer } = writerOn()
  writer.setAttempts(1)
  expect(await settled([writer.create(bodyOf(1), { signal: AbortSignal.abort() })])).toEqual(['取消操作'])
  expect(calls).toEqual([])
})

test('a stopped attempt leaves the call that has not been sent yet', async () => {
  const { calls, writer, create } = writerOn()
  const controller = new AbortController()
  writer.setAttempts(3)
  const stopped = writer.create(bodyOf(1), { signal: controller.signal })
  const other = create(2)
  controller.abort()
  writer.setAttempts(1)
  expect(await settled([stopped, other])).toEqual(['取消操作', 20])
  expect(calls).toEqual([[2]])
})

test('when all that waited were stopped, nothing is called', async () => {
  vi.useFakeTimers()
  const { calls, writer } = writerOn()
  const controller = new AbortController()
  writer.setAttempts(2)
  const made = settled([writer.create(bodyOf(1), { signal: controller.signal })])
  controller.abort()
  await vi.advanceTimersByTimeAsync(2000)
  expect(await made).toEqual(['取消操作'])
  expect(calls).toEqual([])
})
