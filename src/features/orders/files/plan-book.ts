/** The plan of an import, batch by batch: what becomes of each order, and the parts in which those that are taken are sent. Pure. */
import { maxKeptImportRows, maxOrdersPerImport } from '../../../../contract/constants'
import { itemStateRules } from '../../../../contract/rules/item-state'
import type { OrderImport, OrderImportPlan } from '../../../../contract/types'
import { fromBytes, pack, toBytes, unpack } from '../../../tables/row-store'
import type { FileOrder, RefusedRow } from './read-orders'

export type Outcome = 'new' | 'changed' | 'same' | 'skipped' | 'refused'
export const outcomeNames: Readonly<Record<Outcome, string>> = {
  new: '新',
  changed: '有变化',
  same: '相同',
  skipped: '跳过',
  refused: '拒绝',
}
export const outcomes = Object.keys(outcomeNames) as Outcome[]
/** The rows that need attention stand first. */
const shownFirst: readonly Outcome[] = ['refused', 'changed', 'new', 'skipped', 'same']
/** Rows that the screen shows; the saved table has all. */
export const maxShownRows = 100

export interface PlanRow {
  readonly file: string
  /** Numbers of rows in the file: 2、3. */
  readonly rows: string
  readonly orderNo: string
  readonly outcome: Outcome
  /** Names of the facts that change, or why it is left out. */
  readonly reason: string
  /** Why it is left out, without the words of a cell. */
  readonly kept: string
}
type ImportedOrder = OrderImport['orders'][number]

/** The facts of an order by which it is judged; its texts stay packed. */
interface OrderFacts {
  readonly originalId: string
  /** Time, ms. */
  readonly createdAt: number
  /** It names no line. */
  readonly isEmpty: boolean
  /** All its lines are shipped or over. */
  readonly isOver: boolean
}
/** Orders of a file that are asked about in one call, as bytes: at most `maxOrdersPerImport`. */
export interface PackedOrders {
  readonly bytes: Uint8Array
  /** In the sequence of the orders. */
  readonly facts: readonly OrderFacts[]
}
/** The orders of a file, packed in batches. */
export interface PlannedFile {
  readonly name: string
  readonly hasNoLines: boolean
  /** When the source saw the orders, ms. */
  readonly observedAt: number
  readonly batches: readonly PackedOrders[]
  readonly refused: readonly RefusedRow[]
}
/** Orders that the server is asked about in one call. */
export interface PlanBatch {
  readonly observedAt: number
  readonly orders: readonly ImportedOrder[]
}
/** Orders that are sent in one call of the import, packed: a task keeps them while it runs, and after the page was closed. */
export interface ImportPart {
  readonly observedAt: number
  readonly count: number
  readonly packed: Uint8Array<ArrayBuffer>
}
export const ordersOfPart = ({ packed }: Pick<ImportPart, 'packed'>): ImportedOrder[] => unpack(packed) as ImportedOrder[]

/** The part of a plan that the page keeps. */
export interface ImportPlan {
  readonly counts: Readonly<Record<Outcome, number>>
  /** The first rows, those that need attention before the others. */
  readonly shown: readonly PlanRow[]
  /** Rows that are left out, the refused ones first; as many as a record keeps. */
  readonly left: readonly PlanRow[]
  /** Orders that the import takes. */
  readonly orders: number
  readonly parts: number
}

/** Programs of others may run on other clocks; the server refuses orders of the future beyond this, ms. */
const futureMs = 24 * 60 * 60_000

const factsOf = ({ originalId, createdAt, items }: FileOrder): OrderFacts => ({
  originalId,
  createdAt,
  isEmpty: items.length === 0,
  isOver: items.length > 0 && items.every(({ state }) => state !== undefined && itemStateRules[state].isOver),
})
export const packOrders = (orders: readonly FileOrder[]): PackedOrders => ({ bytes: toBytes(orders), facts: orders.map(factsOf) })
const bodyOf = ({ items, rows: _, ...order }: FileOrder): ImportedOrder => ({ ...order, orderItems: [...items] })

interface Entry extends PackedOrders {
  readonly file: PlannedFile
  /** The outcome of each of its orders; empty until the server has answered. */
  readonly decided: { readonly outcome: Outcome; readonly reason: string; readonly isSent: boolean }[]
}

interface PlanOptions {
  /** Also orders that are shipped or over, and not known yet. */
  readonly withOver: boolean
  readonly now: number
}

export class PlanBook {
  private readonly entries: readonly Entry[]
  /** Numbers of orders that an earlier batch makes. */
  private readonly coming = new Set<string>()
  private readonly isAlone: boolean

  /** Plans the files in the order in which they were made, those that name no lines last. */
  constructor(
    private readonly files: readonly PlannedFile[],
    private readonly options: PlanOptions,
  ) {
    this.isAlone = files.length === 1
    this.entries = [...files]
      .sort((one, next) => Number(one.hasNoLines) - Number(next.hasNoLines) || one.observedAt - next.observedAt)
      .flatMap((file) => file.batches.map((packed) => ({ file, ...packed, decided: [] })))
  }

  get batches(): number {
    return this.entries.length
  }

  private ordersAt(at: number): readonly FileOrder[] {
    const entry = this.entries[at]
    return entry === undefined ? [] : (fromBytes(entry.bytes) as FileOrder[])
  }
  private isTimely = ({ createdAt }: Pick<FileOrder, 'createdAt'>): boolean => createdAt <= this.options.now + futureMs

  /** Returns the numbers of the orders of these batches, a list for each. */
  numbers(from: number, to: number): string[][] {
    return this.entries.slice(from, to).map(({ facts }) => facts.filter(this.isTimely).map(({ originalId }) => originalId))
  }

  /** Returns the orders of a batch that have these numbers. */
  batch(at: number, numbers: readonly string[]): PlanBatch {
    const wanted = new Set(numbers)
    const orders = this.ordersAt(at).filter(({ originalId }) => wanted.has(originalId))
    return { observedAt: this.entries[at]?.file.observedAt ?? 0, orders: orders.map(bodyOf) }
  }

  /** Notes the server's answer to a batch: an order without an answer is new. Batches are settled in their sequence. */
  settle(at: number, planned: OrderImportPlan): void {
    const known = new Map(planned.map((row) => [row.originalId, row]))
    const entry = this.entries[at]
    if (entry === undefined) return
    entry.decided.splice(0)
    for (const order of entry.facts) entry.decided.push(this.decide(order, known.get(order.originalId)))
  }

  private decide(order: OrderFacts, planned: OrderImportPlan[number] | undefined): Entry['decided'][number] {
    const leftOut = (outcome: Outcome, reason: string) => ({ outcome, reason, isSent: false })
    if (!this.isTimely(order)) return leftOut('refused', '下单时间在将来')
    const { outcome, changes } = planned ?? { outcome: 'new' as const, changes: [] }
    if (outcome === 'older') return leftOut('skipped', '文件导出得比已有的内容早')
    const isNew = outcome === 'new' && !this.coming.has(order.originalId)
    if (isNew && order.isEmpty) return leftOut('skipped', '这个报表没有商品，请把宝贝（子订单）报表也放进来')
    if (isNew && order.isOver && !this.options.withOver) return leftOut('skipped', '已发货或已结束')
    // In one file no order stands twice.
    if (!this.isAlone) this.coming.add(order.originalId)
    return { outcome: isNew || outcome !== 'new' ? outcome : 'changed', reason: changes.join('、'), isSent: true }
  }

  /** Yields the rows of the plan, file by file, the refused ones of each first. */
  *rows(wanted: readonly Outcome[]): Generator<PlanRow> {
    const told = new Set<PlannedFile>()
    const refusedOf = function* (file: PlannedFile): Generator<PlanRow> {
      if (told.has(file) || !wanted.includes('refused')) return
      told.add(file)
      for (const { row, ...refused } of file.refused) yield { file: file.name, rows: String(row), outcome: 'refused', ...refused }
    }
    for (const [at, { file, decided }] of this.entries.entries()) {
      yield* refusedOf(file)
      if (!decided.some(({ outcome }) => wanted.includes(outcome))) continue
      for (const [index, order] of this.ordersAt(at).entries()) {
        const { outcome = 'new', reason = '' } = decided[index] ?? {}
        if (!wanted.includes(outcome)) continue
        yield { file: file.name, rows: order.rows.join('、'), orderNo: order.originalId, outcome, reason, kept: reason }
      }
    }
    for (const file of this.files) yield* refusedOf(file)
  }

  private some(wanted: Outcome, count: number): PlanRow[] {
    const some: PlanRow[] = []
    for (const row of this.rows([wanted])) if (some.push(row) >= count) break
    return some
  }

  plan(): ImportPlan {
    const counts = { new: 0, changed: 0, same: 0, skipped: 0, refused: 0 }
    let orders = 0
    for (const { refused } of this.files) counts.refused += refused.length
    for (const { decided } of this.entries) {
      for (const { outcome, isSent } of decided) {
        counts[outcome]++
        if (isSent) orders++
      }
    }
    const left = [...this.some('refused', maxKeptImportRows), ...this.some('skipped', maxKeptImportRows)].slice(
      0,
      maxKeptImportRows,
    )
    const shown: PlanRow[] = []
    for (const outcome of shownFirst)
      if (shown.length < maxShownRows) shown.push(...this.some(outcome, maxShownRows - shown.length))
    return { counts, shown, left, orders, parts: this.countOfParts() }
  }

  /** A part holds orders of one file, up to the most that a call takes. */
  private countOfParts(): number {
    const sentOf = (file: PlannedFile) =>
      this.entries.reduce(
        (sum, entry) => sum + (entry.file === file ? entry.decided.filter(({ isSent }) => isSent).length : 0),
        0,
      )
    return this.files.reduce((sum, file) => sum + Math.ceil(sentOf(file) / maxOrdersPerImport), 0)
  }

  /** Returns the calls of the import in their sequence. */
  parts(): ImportPart[] {
    const parts: ImportPart[] = []
    let open: ImportedOrder[] = []
    const close = ({ observedAt }: PlannedFile) => {
      if (open.length > 0) parts.push({ observedAt, count: open.length, packed: pack(open) })
      open = []
    }
    for (const [at, { file, decided }] of this.entries.entries()) {
      for (const [index, order] of this.ordersAt(at).entries()) {
        if (!decided[index]?.isSent) continue
        open.push(bodyOf(order))
        if (open.length === maxOrdersPerImport) close(file)
      }
      if (this.entries[at + 1]?.file !== file) close(file)
    }
    return parts
  }
}
