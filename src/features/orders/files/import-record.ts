/** Makes the record of an import: its files and the rows that it leaves out, without any cell but the number of the order. Pure. */
import type { OrderFileImport, OrderFileImportBegin } from '../../../../contract/types'
import type { ImportPart, ImportPlan } from './plan-book'
import type { OpenedFile } from './read-file'

/** A cell of the wrong column may stand as the number, such as a name: only what may be a number is recorded. */
const recordedNumber = (orderNo: string): string => (/^[\x21-\x7e]{1,64}$/.test(orderNo) ? orderNo : '')

export function recordOf(plan: ImportPlan, files: readonly OpenedFile[], shopId: number): OrderFileImportBegin {
  return {
    shopId,
    files: files.map(({ name, sha256 }) => ({ name: name.slice(0, 255), sha256 })),
    orders: plan.orders,
    parts: plan.parts,
    skipped: plan.counts.skipped,
    refused: plan.counts.refused,
    rows: plan.left.map(({ outcome, file, rows, orderNo, kept }) => ({
      file: file.slice(0, 255),
      rows: rows.slice(0, 200),
      orderNo: recordedNumber(orderNo),
      outcome: outcome === 'refused' ? outcome : 'skipped',
      reason: kept.slice(0, 200),
    })),
  }
}

/** One call of a recorded import, as its task keeps it. */
export interface ImportCall extends ImportPart {
  readonly shopId: number
  readonly fileImport: { readonly id: number; readonly part: number }
}
/** Returns the parts as calls of a recorded import. */
export const callsOf = (parts: readonly ImportPart[], shopId: number, id: number): ImportCall[] =>
  parts.map((each, part) => ({ ...each, shopId, fileImport: { id, part } }))

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
