/** Worker that keeps the table of one file, and reads its orders: a table of 100,000 rows takes seconds. */
import { sha256Of } from '../../../../contract/ground/sha256'
import { messageOf } from '../../../../contract/ground/thrown'
import { batchesOf } from '../../../base/batches'
import type { Row } from './cells'
import { type FileOrder, type ReadFile, type Reading, readOrders } from './read-orders'
import { headLength, readTable } from './read-table'

interface Refused {
  readonly reason: string
}
/** The first rows of the table, and the number of all. */
export type HeadReply = { readonly rows: readonly Row[]; readonly count: number; readonly sha256: string } | Refused
/** Some orders of the table, or at last what else was read. */
export type OrdersReply = { readonly orders: readonly FileOrder[] } | { readonly rest: Omit<ReadFile, 'orders'> } | Refused

/** Orders that the page takes over in one step. */
const ordersPerMessage = 1000

let table: readonly Row[] = []

async function open(blob: Blob): Promise<HeadReply> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  const sha256 = await sha256Of(bytes)
  table = await readTable(bytes)
  return { rows: table.slice(0, headLength), count: table.length, sha256 }
}

function sendOrders(port: MessagePort, reading: Reading): void {
  const { orders, ...rest } = readOrders({ ...reading, rows: table })
  for (const part of batchesOf(orders, ordersPerMessage)) port.postMessage({ orders: part } satisfies OrdersReply)
  port.postMessage({ rest } satisfies OrdersReply)
}

// The page would not see an exception thrown here, so it is sent as a message.
self.onmessage = async ({ data, ports: [port] }: MessageEvent<Blob | Reading>) => {
  const refused = (error: unknown): Refused => ({ reason: messageOf(error) })
  if (data instanceof Blob) return self.postMessage(await open(data).catch(refused))
  try {
    if (port) sendOrders(port, data)
  } catch (error) {
    port?.postMessage(refused(error))
  }
}
