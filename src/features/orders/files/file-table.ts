/**
 * The table of a file, which stays in a worker: the page keeps its first rows, for headings and samples, and asks for its orders, which
 * come in parts, so that a table of 100,000 rows neither stops the page nor lies in it twice.
 */
import { sha256Of } from '../../../../contract/ground/sha256'
import type { Row } from './cells'
import type { HeadReply, OrdersReply } from './read-file.worker'
import { type FileOrder, type ReadFile, type Reading, readOrders } from './read-orders'
import { headLength, readTable } from './read-table'

export interface TableHandle {
  /** The first rows of the table. */
  readonly rows: readonly Row[]
  /** The number of all its rows. */
  readonly count: number
  /** Rejects with an Error in words for the seller. */
  readonly read: (reading: Reading) => Promise<ReadFile>
  /** Frees the table; it can be read no more. */
  readonly close: () => void
}

/** Returns a table whose rows are read on this thread. */
export const tableHere = (rows: readonly Row[]): TableHandle => ({
  rows: rows.slice(0, headLength),
  count: rows.length,
  read: async (reading) => readOrders({ ...reading, rows }),
  close: () => undefined,
})

const startWorker = (): Worker => new Worker(new URL('./read-file.worker.ts', import.meta.url), { type: 'module' })

function readIn(worker: Worker, { headingRow, preset, columns, answers }: Reading): Promise<ReadFile> {
  const { port1, port2 } = new MessageChannel()
  const reading = new Promise<ReadFile>((resolve, reject) => {
    const orders: FileOrder[] = []
    worker.onerror = () => reject(new Error('读表格的程序中断了，请移除这个文件后重新放进来'))
    port1.onmessage = ({ data }: MessageEvent<OrdersReply>) => {
      if ('orders' in data) orders.push(...data.orders)
      else if ('reason' in data) reject(new Error(data.reason))
      else resolve({ ...data.rest, orders })
    }
    worker.postMessage({ headingRow, preset, columns, answers } satisfies Reading, [port2])
  })
  return reading.finally(() => port1.close())
}

interface Opened {
  readonly table: TableHandle
  /** Of the file's bytes, hex. */
  readonly sha256: string
}

/** Resolves to null where no worker can be started, or it broke without a message. */
async function openInWorker(blob: Blob): Promise<Opened | null> {
  let worker: Worker
  try {
    worker = startWorker()
  } catch {
    // Old clients and strict content security policies allow no worker; the file is then read on this thread.
    return null
  }
  const reply = await new Promise<HeadReply | null>((resolve) => {
    worker.onerror = () => resolve(null)
    worker.onmessage = ({ data }: MessageEvent<HeadReply>) => resolve(data)
    worker.postMessage(blob)
  })
  if (reply !== null && !('reason' in reply)) {
    const { rows, count, sha256 } = reply
    const close = () => worker.terminate()
    return { sha256, table: { rows, count, close, read: (reading) => readIn(worker, reading) } }
  }
  worker.terminate()
  if (reply === null) return null
  throw new Error(reply.reason)
}

/** Files below this size are read faster than a worker starts, bytes. */
const smallFile = 100_000

/** Rejects with an Error in words for the seller. */
export async function openTable(blob: Blob): Promise<Opened> {
  const opened = blob.size < smallFile ? null : await openInWorker(blob)
  if (opened !== null) return opened
  const bytes = new Uint8Array(await blob.arrayBuffer())
  return { sha256: await sha256Of(bytes), table: tableHere(await readTable(bytes)) }
}
