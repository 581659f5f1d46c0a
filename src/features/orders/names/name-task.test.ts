import { expect, test } from 'vitest'
import { ConflictError } from '../../../../contract/call-errors'
import type { ManualOrderCreate } from '../../../../contract/types'
import { FinalFailure } from '../../../base/tasks/types'
import type { MadeOrders, NameListInput } from './name-kind'
import nameTask from './name-task'

const row = { phoneModelId: 1, materialColorId: 2, texts: [{ uuid: 'name', text: '小满' }] }
const body: ManualOrderCreate = { shopId: 5, originalId: null, lines: [] }
const input: NameListInput = { name: '三班', isPrintsOnly: false, templateId: 9, revision: 3, orders: [body, body] }
const context = {
  signal: new AbortController().signal,
  progress: () => undefined,
  saved: undefined,
  checkpoint: async () => undefined,
}

/** A server that loses the answer of its second order once. */
function openServer(refusal?: Error) {
  const keys: unknown[] = []
  const drawn: unknown[] = []
  let lost = false
  const manualOrders = {
    create: async (_: unknown, { idempotencyKey }: { idempotencyKey: string }) => {
      keys.push(idempotencyKey)
      if (keys.length === 2 && !lost) {
        lost = true
        throw new Error('the answer was lost')
      }
      return { orderId: keys.length, originalId: `X${keys.length}`, isKnown: false }
    },
    draw: async (call: unknown) => {
      if (refusal) throw refusal
      drawn.push(call)
    },
  }
  // The task uses only this part of the API.
  return { keys, drawn, services: { api: { manualOrders }, queries: {} } as unknown as Parameters<typeof nameTask.run>[2] }
}

function openTask() {
  let saved: MadeOrders | undefined
  const task = {
    ...{ id: 'names-1', signal: context.signal, input, items: [], setStep: () => undefined },
    get saved() {
      return saved
    },
    checkpoint: async (value: unknown) => {
      saved = value as MadeOrders
    },
  }
  return { task: task as unknown as Parameters<NonNullable<typeof nameTask.before>>[0], made: () => saved }
}

test('each order is created once, under the key of its task, also where an answer was lost', async () => {
  const { keys, services } = openServer()
  const { task, made } = openTask()
  await expect(nameTask.before?.(task, services)).rejects.toThrow('the answer was lost')
  expect(made()).toEqual([{ orderId: 1, originalId: 'X1' }])
  await nameTask.before?.(task, services)
  expect(keys).toEqual(['names-1-0', 'names-1-1', 'names-1-1'])
  expect(made()?.map(({ orderId }) => orderId)).toEqual([1, 3])
  await nameTask.before?.(task, services)
  expect(keys).toHaveLength(3)
})

test('a row is drawn into its line of its order, with the revision that was checked', async () => {
  const { drawn, services } = openServer()
  const shared = { orders: [{ orderId: 4, originalId: 'X4' }], templateId: 9, revision: 3 }
  await nameTask.run({ order: 0, line: 2, row }, context, services, shared)
  expect(drawn).toEqual([{ params: { id: 4, line: 2 }, body: { templateId: 9, revision: 3, row } }])
})

test('a row that cannot be drawn fails for good, with the reason', async () => {
  const call = { method: 'PUT', url: '' }
  const { services } = openServer(new ConflictError('字体没有「😀」', call, { status: 409, code: 'conflict' }))
  const shared = { orders: [{ orderId: 4, originalId: 'X4' }], templateId: 9, revision: 3 }
  await expect(nameTask.run({ order: 0, line: 1, row }, context, services, shared)).rejects.toThrow(FinalFailure)
})
