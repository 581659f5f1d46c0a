/** Asks the server what an import of files would do, and makes the calls of the import. */
import { maxOrdersPerImport } from '../../../../contract/constants'
import { itemStateRules } from '../../../../contract/rules/item-state'
import type { OrderImport } from '../../../../contract/types'
import type { Api } from '../../../api/services'
import { batchesOf } from '../../../base/batches'
import type { OpenedFile } from './read-file'
import type { FileOrder, ReadFile } from './read-orders'
import type { StateAnswers } from './states'

export type Outcome = 'new' | 'changed' | 'same' | 'skipped' | 'refused'
export const outcomeNames: Readonly<Record<Outcome, string>> = {
  new: '新',
  changed: '有变化',
  same: '相同',
  skipped: '跳过',
  refused: '拒绝',
}

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
/** One call of the import. */
export type ImportCall = OrderImport
export interface ImportPlan {
  readonly rows: readonly PlanRow[]
  readonly calls: readonly ImportCall[]
}

/** A file with the orders that were read of it. */
export interface FileOrders {
  readonly file: OpenedFile
  readonly read: ReadFile
}

/** Rejects with an Error in words for the seller. */
export const readFileOrders = async (file: OpenedFile, answers: StateAnswers): Promise<FileOrders> => ({
  file,
  read: await file.table.read({ ...file, answers }),
})

/** Programs of others may run on other clocks; the server refuses orders of the future beyond this, ms. */
const futureMs = 24 * 60 * 60_000

const isOver = ({ items }: FileOrder): boolean =>
  items.length > 0 && items.every(({ state }) => state !== undefined && itemStateRules[state].isOver)

const bodyOf = ({ items, rows: _, ...order }: FileOrder): OrderImport['orders'][number] => ({ ...order, orderItems: [...items] })

/** When the source saw the orders: no file is older than its newest row. */
const observedAt = ({ file, read }: FileOrders, now: number): number => Math.min(now, Math.max(file.madeAt, read.newest ?? 0))

export interface PlanOptions {
  readonly shopId: number
  /** Also orders that are shipped or over, and not known yet. */
  readonly withOver: boolean
  readonly now: number
  readonly signal?: AbortSignal
}

/** Plans the files in the order in which they were made, those that name no lines last. */
export async function planFiles(
  api: Pick<Api, 'orders'>,
  files: readonly FileOrders[],
  { shopId, withOver, now, signal }: PlanOptions,
): Promise<ImportPlan> {
  const rows: PlanRow[] = []
  const calls: ImportCall[] = []
  /** Numbers of orders that an earlier call makes. */
  const coming = new Set<string>()
  const sorted = [...files].sort(
    (one, next) =>
      Number(one.file.preset.hasNoLines ?? false) - Number(next.file.preset.hasNoLines ?? false) ||
      observedAt(one, now) - observedAt(next, now),
  )
  for (const each of sorted) {
    const { file, read } = each
    rows.push(
      ...read.refused.map(({ row, orderNo, reason, kept }) => ({
        file: file.name,
        rows: String(row),
        orderNo,
        outcome: 'refused' as const,
        reason,
        kept,
      })),
    )
    const add = (order: FileOrder, outcome: Outcome, reason = '') =>
      rows.push({ file: file.name, rows: order.rows.join('、'), orderNo: order.originalId, outcome, reason, kept: reason })
    const send: FileOrder[] = []
    const decide = (order: FileOrder, outcome: 'new' | 'changed' | 'same' | 'older', changes: readonly string[]) => {
      if (outcome === 'older') return add(order, 'skipped', '文件导出得比已有的内容早')
      const isNew = outcome === 'new' && !coming.has(order.originalId)
      if (isNew && order.items.length === 0) return add(order, 'skipped', '这个报表没有商品，请把宝贝（子订单）报表也放进来')
      if (isNew && isOver(order) && !withOver) return add(order, 'skipped', '已发货或已结束')
      coming.add(order.originalId)
      send.push(order)
      return add(order, isNew || outcome !== 'new' ? outcome : 'changed', changes.join('、'))
    }
    const timely = read.orders.filter((order) => {
      const isTimely = order.createdAt <= now + futureMs
      if (!isTimely) add(order, 'refused', '下单时间在将来')
      return isTimely
    })
    const options = { shopId, source: 'file' as const, observedAt: observedAt(each, now) }
    for (const batch of batchesOf(timely, maxOrdersPerImport)) {
      const body = { ...options, orders: batch.map(bodyOf) }
      const planned = await api.orders.planImport({ body }, { quiet: true, ...(signal && { signal }) })
      const outcomes = new Map(planned.map((row) => [row.originalId, row]))
      for (const order of batch) {
        const { outcome, changes } = outcomes.get(order.originalId) ?? { outcome: 'new' as const, changes: [] }
        decide(order, outcome, changes)
      }
    }
    calls.push(...batchesOf(send, maxOrdersPerImport).map((batch) => ({ ...options, orders: batch.map(bodyOf) })))
  }
  return { rows, calls }
}

export const countsOf = (rows: readonly PlanRow[]): Readonly<Record<Outcome, number>> => {
  const counts = { new: 0, changed: 0, same: 0, skipped: 0, refused: 0 }
  for (const { outcome } of rows) counts[outcome]++
  return counts
}
