/** Task that imports the orders of files, up to 200 in a call. A call that is repeated changes nothing, so that a retry is harmless. */
import type { QueryClient } from '@tanstack/react-query'
import { orderKeys } from '../../../api/queries/orders'
import type { Api } from '../../../api/services'
import type { TaskKind } from '../../../base/tasks/types'
import type { ImportCall } from './import-record'
import { orderFileKind } from './order-file-kind'
import { ordersOfPart } from './plan-book'

interface Services {
  readonly api: Pick<Api, 'orders'>
  readonly queries: Pick<QueryClient, 'invalidateQueries'>
}
type Imported = { readonly created: number; readonly updated: number }

const orderFile: TaskKind<ImportCall, Imported, Services> = {
  kind: orderFileKind,
  // One after another: an order may stand in a later file again.
  concurrency: 1,
  async run(call, { signal }, { api }) {
    const { shopId, observedAt, fileImport } = call
    const body = { shopId, source: 'file' as const, observedAt, fileImport, orders: ordersOfPart(call) }
    const { created, updated } = await api.orders.import({ body }, { quiet: true, signal })
    return { created, updated }
  },
  onEnded: (_, { queries }) => void queries.invalidateQueries({ queryKey: orderKeys.all }),
}
export default orderFile
