/**
 * Holds the tables, the orders and the plan of an import, packed. It lies in a worker, so that the page keeps only what it shows; where none
 * can be started, it lies on the page's own thread.
 */
import { maxOrdersPerImport } from '../../../../contract/constants'
import { sha256Of } from '../../../../contract/ground/sha256'
import type { OrderImportPlan } from '../../../../contract/types'
import { csvFile } from '../../../base/csv'
import type { Row } from '../../../tables/cells'
import { readTable } from '../../../tables/read-table'
import type { RowStore } from '../../../tables/row-store'
import { orderTable } from './headings'
import {
  type ImportPart,
  type ImportPlan,
  type Outcome,
  outcomeNames,
  type PackedOrders,
  type PlanBatch,
  PlanBook,
  type PlannedFile,
  packOrders,
} from './plan-book'
import { type FileOrder, type FileTable, OrderReading, type ReadFile, shapesOf } from './read-orders'
import { resultTable } from './result-table'

/** How the rows of a table are read as orders. */
export type Reading = Omit<FileTable, 'rows'>

/** The part of a table that the page keeps. */
export interface TableHead {
  /** Its first rows, for headings and samples. */
  readonly rows: readonly Row[]
  /** The number of all its rows. */
  readonly count: number
  /** Of the file's bytes, hex. */
  readonly sha256: string
  /** A sentence for the seller about the file, or null. */
  readonly note: string | null
}

/** The facts of the orders of a table that the page keeps. */
export interface OrdersHead extends Pick<ReadFile, 'askedStates' | 'newest'> {
  readonly orders: number
  /** Orders whose numbers have the form of a marketplace's, by its name. */
  readonly shapes: Readonly<Record<string, number>>
}

export interface FileToPlan extends Pick<PlannedFile, 'name' | 'hasNoLines' | 'observedAt'> {
  readonly key: string
}
export interface PlanRequest {
  readonly files: readonly FileToPlan[]
  readonly withOver: boolean
  readonly now: number
}

interface DeskFile {
  readonly rows: RowStore
  batches: readonly PackedOrders[]
  refused: ReadFile['refused']
}

/** All methods reject with an Error in words for the seller. Their arguments and results can be sent to a worker and back. */
export interface FileDesk {
  open(key: string, blob: Blob): Promise<TableHead>
  /** Reads the orders of a table, those that were read before are forgotten. */
  read(key: string, reading: Reading): Promise<OrdersHead>
  /** Forgets a table. */
  remove(key: string): Promise<void>
  /** Begins a plan, and returns the number of its batches. */
  begin(request: PlanRequest): Promise<number>
  /** Returns the numbers of the orders of the batches from `from` up to before `to`, a list for each batch. */
  numbers(from: number, to: number): Promise<string[][]>
  /** Returns the orders of a batch that have these numbers. */
  batch(at: number, numbers: readonly string[]): Promise<PlanBatch>
  /** Notes the server's answer to a batch: an order without an answer is new. Batches are settled in their sequence. */
  settle(at: number, planned: OrderImportPlan): Promise<void>
  plan(): Promise<ImportPlan>
  parts(): Promise<ImportPart[]>
  /** Returns the rows of the plan with these outcomes as a table. */
  saved(wanted: readonly Outcome[]): Promise<Blob>
}

export function createFileDesk(): FileDesk {
  const files = new Map<string, DeskFile>()
  let book = new PlanBook([], { withOver: false, now: 0 })
  const fileOf = (key: string): DeskFile => {
    const file = files.get(key)
    if (file === undefined) throw new Error('这个文件已经移除了，请重新放进来')
    return file
  }
  return {
    async open(key, blob) {
      const { rows, note } = await readTable(blob, orderTable)
      files.set(key, { rows, batches: [], refused: [] })
      const sha256 = await sha256Of(new Uint8Array(await blob.arrayBuffer()))
      return { rows: rows.head, count: rows.count, sha256, note }
    },
    async read(key, reading) {
      const file = fileOf(key)
      // The plan of other orders is worthless, and would keep them in memory.
      book = new PlanBook([], { withOver: false, now: 0 })
      file.batches = []
      const orders = new OrderReading({ ...reading, rows: file.rows })
      const batches: PackedOrders[] = []
      const shapes: Record<string, number> = {}
      let open: FileOrder[] = []
      let count = 0
      for (const order of orders.orders()) {
        count++
        for (const name of shapesOf(order.originalId)) shapes[name] = (shapes[name] ?? 0) + 1
        open.push(order)
        if (open.length < maxOrdersPerImport) continue
        batches.push(packOrders(open))
        open = []
      }
      if (open.length > 0) batches.push(packOrders(open))
      const { refused, askedStates, newest } = orders.rest()
      Object.assign(file, { batches, refused })
      return { orders: count, shapes, askedStates, newest }
    },
    async remove(key) {
      files.delete(key)
    },
    async begin({ files: wanted, ...options }) {
      book = new PlanBook(
        wanted.map(({ key, ...file }): PlannedFile => ({ ...fileOf(key), ...file })),
        options,
      )
      return book.batches
    },
    numbers: async (from, to) => book.numbers(from, to),
    batch: async (at, numbers) => book.batch(at, numbers),
    settle: async (at, planned) => book.settle(at, planned),
    plan: async () => book.plan(),
    parts: async () => book.parts(),
    async saved(wanted) {
      const rows = [...book.rows(wanted)].map((row) => ({ ...row, result: outcomeNames[row.outcome] }))
      return csvFile(resultTable(rows))
    },
  }
}
