/** Texts about a push as a whole. Pure. */
import { isPushedBefore, openAsks, type PushRow, type PushView } from './push-run'

export interface PushCounts {
  readonly orders: number
  /** Not checked yet. */
  readonly unchecked: number
  readonly uncheckable: number
  readonly problems: number
  /** Orders with problems that the seller wants to push anyway. */
  readonly kept: number
  /** Orders with pictures that need the seller's confirmation. */
  readonly asking: number
  readonly warnings: number
  readonly before: number
  readonly chosen: number
  readonly pushed: number
  readonly failed: number
  /** Chosen and not tried. */
  readonly waiting: number
}

const known = ({ check }: PushRow) => (check.kind === 'known' ? check.found : null)
export const hasProblems = (row: PushRow): boolean => (known(row)?.problems.length ?? 0) > 0
export const isAsking = (row: PushRow): boolean => {
  const found = known(row)
  return found !== null && !hasProblems(row) && openAsks(found, row.confirmed).length > 0
}
export const isBefore = (row: PushRow): boolean => {
  const found = known(row)
  return found !== null && isPushedBefore(found)
}

/**
 * Returns the problems that all orders share, such as a server that factories cannot reach; they are shown once above the list.
 */
export function commonProblems(rows: readonly PushRow[]): readonly string[] {
  const checked = rows.flatMap((row) => known(row) ?? [])
  const [first] = checked
  if (first === undefined || checked.length < 2) return []
  const ofOrder = ({ problems }: (typeof checked)[number]) =>
    problems.flatMap(({ itemOriginalId, message }) => (itemOriginalId === null ? message : []))
  return [...new Set(ofOrder(first))].filter((message) => checked.every((found) => ofOrder(found).includes(message)))
}

export function countRows(rows: readonly PushRow[]): PushCounts {
  const count = (wanted: (row: PushRow) => boolean) => rows.filter(wanted).length
  return {
    orders: rows.length,
    unchecked: count(({ check }) => check.kind === 'waiting' || check.kind === 'checking'),
    uncheckable: count(({ check }) => check.kind === 'failed'),
    problems: count(hasProblems),
    kept: count((row) => hasProblems(row) && row.chosen),
    asking: count(isAsking),
    warnings: count((row) => !hasProblems(row) && (known(row)?.warnings.length ?? 0) > 0),
    before: count(isBefore),
    chosen: count((row) => row.chosen),
    pushed: count(({ push }) => push.kind === 'pushed'),
    failed: count(({ push }) => push.kind === 'failed'),
    waiting: count((row) => row.chosen && row.push.kind === 'none'),
  }
}

/** 共 5 个订单：推送 3 个 · 2 个有问题，不推送 */
export function checkedText(counts: PushCounts): string {
  const { orders, unchecked, uncheckable, problems, kept, asking, warnings, before, chosen } = counts
  if (unchecked > 0) return `正在检查订单 ${orders - unchecked}/${orders}`
  const parts = [`推送 ${chosen} 个`]
  if (problems > kept) parts.push(`${problems - kept} 个有问题，不推送`)
  if (kept > 0) parts.push(`${kept} 个有问题，仍要推送`)
  if (asking > 0) parts.push(`${asking} 个等您确认图片`)
  if (warnings > 0) parts.push(`${warnings} 个有提醒`)
  if (before > 0) parts.push(`${before} 个之前已推送`)
  if (uncheckable > 0) parts.push(`${uncheckable} 个没有检查成功`)
  return `共 ${orders} 个订单：${parts.join(' · ')}`
}

/** 推送完成：成功 3 个，失败 1 个，未推送 2 个 */
export function endedText({ phase, rows }: Pick<PushView, 'phase' | 'rows'>): string {
  const { orders, pushed, failed } = countRows(rows)
  const parts = [`成功 ${pushed} 个`]
  if (failed > 0) parts.push(`失败 ${failed} 个`)
  if (orders > pushed + failed) parts.push(`未推送 ${orders - pushed - failed} 个`)
  return `${phase === 'stopped' ? '推送已停止' : '推送完成'}：${parts.join('，')}`
}
