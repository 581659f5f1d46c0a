/**
 * Task that makes a name list: it creates the orders once, and draws each row into its line. A call that is repeated changes nothing, so that
 * a retry, or a page that was closed, makes nothing twice.
 */
import type { QueryClient } from '@tanstack/react-query'
import { ConflictError, NotFoundError } from '../../../../contract/call-errors'
import { homeKeys } from '../../../api/queries/home'
import { orderKeys } from '../../../api/queries/orders'
import type { Api } from '../../../api/services'
import { FinalFailure, type TaskKind } from '../../../base/tasks/types'
import { listInput, type MadeOrders, madeOrders, type NameItem, nameListKind } from './name-kind'

interface Services {
  readonly api: Pick<Api, 'manualOrders'>
  readonly queries: Pick<QueryClient, 'invalidateQueries'>
}
interface Shared {
  readonly orders: MadeOrders
  readonly templateId: number
  readonly revision: number
}

/** Drawing takes the server longer than other calls, ms. */
const drawMs = 60_000

const nameList: TaskKind<NameItem, 'done', Services, Shared> = {
  kind: nameListKind,
  // The server draws two at a time where it has the processes for it.
  concurrency: 2,
  async before(task, { api }) {
    const { orders: wanted, templateId, revision } = listInput(task)
    let made = madeOrders(task)
    for (const [at, body] of wanted.entries()) {
      if (made.length > at) continue
      // The same order again after a lost answer, or a closed page.
      const idempotencyKey = `${task.id}-${at}`
      const { orderId, originalId } = await api.manualOrders.create(
        { body },
        { quiet: true, signal: task.signal, idempotencyKey },
      )
      made = [...made, { orderId, originalId }]
      await task.checkpoint(made)
    }
    return { orders: made, templateId, revision }
  },
  async run({ order, line, row }, { signal }, { api }, { orders, templateId, revision }) {
    const id = orders[order]?.orderId
    if (id === undefined) throw new FinalFailure('订单没有建好，请重新生成这份名单')
    try {
      const body = { templateId, revision, row }
      await api.manualOrders.draw({ params: { id, line }, body }, { quiet: true, signal, timeoutMs: drawMs })
      return 'done'
    } catch (error) {
      // Another attempt ends in the same way.
      if (error instanceof ConflictError || error instanceof NotFoundError)
        throw new FinalFailure(error.message, { cause: error })
      throw error
    }
  },
  onEnded(_, { queries }) {
    void queries.invalidateQueries({ queryKey: orderKeys.all })
    void queries.invalidateQueries({ queryKey: homeKeys.all })
  },
}
export default nameList
