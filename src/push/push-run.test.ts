/** Tests an order that two windows push at the same time. */
import { expect, test } from 'vitest'
import { ConflictError } from '../../contract/call-errors'
import type { PushCheck, PushReply } from '../../contract/types'
import { receivedOrder } from './push-orders'
import { createPushRun } from './push-run'

const fine: PushCheck = { lines: 1, pushed: 0, problems: [], asks: [], warnings: [], undecided: [] }
const already: PushReply = {
  status: 'already',
  factoryName: '晨星工厂',
  factoryOrderIds: ['F1'],
  message: '此前已推送到工厂“晨星工厂”',
}
const busy = () =>
  new ConflictError('正在由另一个窗口推送', { method: 'POST', url: '/api/erp/push_order' }, { code: 'in-progress', status: 409 })

/** A server that reports the order as busy for the first `asks` requests. */
async function opened(asks: number, onWait: (stop: () => void) => void = () => undefined) {
  const pauses: number[] = []
  let requests = 0
  const infos = [{ id: 1 }]
  const run = createPushRun({
    api: {
      pushes: {
        check: async () => fine,
        push: async () => {
          requests += 1
          if (requests <= asks) throw busy()
          return already
        },
      },
    },
    orders: [
      receivedOrder({
        orderOriginalId: '101',
        orderItems: [{ originalId: '1', quantity: 1, phoneCaseCustomizationInfos: infos }],
      }),
    ],
    onPushed: () => undefined,
    onEnded: () => undefined,
    wait: async (ms) => {
      pauses.push(ms)
      onWait(() => run.stop())
    },
  })
  run.chooseFactory(1)
  await expect.poll(() => run.view().rows[0]?.chosen).toBe(true)
  await run.push()
  return { push: run.view().rows[0]?.push, pauses }
}

test('when two windows push one order, it is pushed once and both report it as pushed', async () => {
  expect(await opened(3)).toEqual({ push: { kind: 'pushed', reply: already }, pauses: [2000, 4000, 8000] })
})

test('an order stays busy when the other window does not finish or the seller stops waiting', async () => {
  const failed = { kind: 'failed', text: '正在由另一个窗口推送', isUnsure: false }
  const patient = await opened(100)
  expect(patient.push).toEqual(failed)
  expect(patient.pauses).toHaveLength(5)
  const stopped = await opened(100, (stop) => stop())
  expect(stopped.push).toEqual(failed)
  expect(stopped.pauses).toHaveLength(1)
})
