/** Makes the record of an import: its files and the rows that it leaves out, without any cell but the number of the order. Pure. */
import { maxKeptImportRows } from '../../../../contract/constants'
import type { OrderFileImport, OrderFileImportBegin } from '../../../../contract/types'
import { countsOf, type ImportCall, type ImportPlan } from './plan'
import type { OpenedFile } from './read-file'

/** A cell of the wrong column may stand as the number, such as a name: only what may be a number is recorded. */
const recordedNumber = (orderNo: string): string => (/^[\x21-\x7e]{1,64}$/.test(orderNo) ? orderNo : '')

export function recordOf(plan: ImportPlan, files: readonly OpenedFile[], shopId: number): OrderFileImportBegin {
  const { skipped, refused } = countsOf(plan.rows)
  const left = plan.rows.flatMap(({ outcome, file, rows, orderNo, kept }) =>
    outcome === 'skipped' || outcome === 'refused'
      ? {
          file: file.slice(0, 255),
          rows: rows.slice(0, 200),
          orderNo: recordedNumber(orderNo),
          outcome,
          reason: kept.slice(0, 200),
        }
      : [],
  )
  return {
    shopId,
    files: files.map(({ name, sha256 }) => ({ name: name.slice(0, 255), sha256 })),
    orders: plan.calls.reduce((sum, { orders }) => sum + orders.length, 0),
    parts: plan.calls.length,
    skipped,
    refused,
    rows: [...left]
      .sort((one, next) => Number(next.outcome === 'refused') - Number(one.outcome === 'refused'))
      .slice(0, maxKeptImportRows),
  }
}

/** Returns the calls as parts of a recorded import. */
export const partsOf = (calls: readonly ImportCall[], id: number): ImportCall[] =>
  calls.map((call, part) => ({ ...call, fileImport: { id, part } }))

/** Orders of an import that are done. */
export const doneOf = ({ created, updated, unchanged }: OrderFileImport): number => created + updated + unchanged

/** Whether a later import of all files of one that was stopped ended. */
export const wasFinishedLater = ({ id, shopId, files }: OrderFileImport, imports: readonly OrderFileImport[]): boolean =>
  imports.some(
    (later) =>
      later.id > id &&
      later.shopId === shopId &&
      later.endedAt !== null &&
      files.every(({ sha256 }) => later.files.some((file) => file.sha256 === sha256)),
  )

/** Says of the latest import of a file what importing it again would do; null for a file that was never imported to the shop. */
export function againText(
  file: OpenedFile,
  shopId: number,
  imports: readonly OrderFileImport[],
  timeOf: (ms: number) => string,
): string | null {
  const last = imports.find((one) => one.shopId === shopId && one.files.some(({ sha256 }) => sha256 === file.sha256))
  if (last === undefined) return null
  const at = timeOf(last.createdAt)
  return last.endedAt === null
    ? `「${file.name}」在 ${at} 导入到一半（${doneOf(last)}/${last.orders} 个订单）。再导入会把没有导入的补上，已经导入的不会重复。`
    : `「${file.name}」在 ${at} 已经导入过。再导入不会重复，只更新有变化的订单。`
}
