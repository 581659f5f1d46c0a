/** Texts about a push as a whole. Pure. */
import { isPushedBefore, type PushRow, type PushView, unconfirmedPictures } from './push-run'

export interface PushCounts {
  readonly orders: number
  /** Not checked yet. */
  readonly unchecked: number
  readonly uncheckable: number
  readonly problems: number
  /** Orders with problems that the seller wants to push anyway. */
  readonly chosenDespiteProblems: number
  /** Orders with cases that need the seller's confirmation. */
  readonly unconfirmed: number
  readonly warnings: number
  readonly pushedBefore: number
  readonly chosen: number
  readonly pushed: number
  readonly failed: number
  /** Chosen and not tried. */
  readonly waiting: number
}

const checkResult = ({ check }: PushRow) => (check.kind === 'known' ? check.found : null)
export const hasProblems = (row: PushRow): boolean => (checkResult(row)?.problems.length ?? 0) > 0
export const needsConfirmation = (row: PushRow): boolean => {
  const found = checkResult(row)
  return found !== null && !hasProblems(row) && unconfirmedPictures(found, row.confirmed).length > 0
}
export const wasPushedBefore = (row: PushRow): boolean => {
  const found = checkResult(row)
  return found !== null && isPushedBefore(found)
}

/**
 * Returns the problems that all orders share, such as a server that factories cannot reach; they are shown once above the list.
 */
export function commonProblems(rows: readonly PushRow[]): readonly string[] {
  const checked = rows.flatMap((row) => checkResult(row) ?? [])
  const [first] = checked
  if (first === undefined || checked.length < 2) return []
  const ofOrder = ({ problems }: (typeof checked)[number]) =>
    problems.flatMap(({ itemOriginalId, message }) => (itemOriginalId === null ? message : []))
  return [...new Set(ofOrder(first))].filter((message) => checked.every((found) => ofOrder(found).includes(message)))
}

export function countRows(rows: readonly PushRow[]): PushCounts {
  const count = (predicate: (row: PushRow) => boolean) => rows.filter(predicate).length
  return {
    orders: rows.length,
    unchecked: count(({ check }) => check.kind === 'waiting' || check.kind === 'checking'),
    uncheckable: count(({ check }) => check.kind === 'failed'),
    problems: count(hasProblems),
    chosenDespiteProblems: count((row) => hasProblems(row) && row.chosen),
    unconfirmed: count(needsConfirmation),
    warnings: count((row) => !hasProblems(row) && (checkResult(row)?.warnings.length ?? 0) > 0),
    pushedBefore: count(wasPushedBefore),
    chosen: count((row) => row.chosen),
    pushed: count(({ push }) => push.kind === 'pushed'),
    failed: count(({ push }) => push.kind === 'failed'),
    waiting: count((row) => row.chosen && row.push.kind === 'none'),
  }
}

/** 共 5 个订单：推送 3 个 · 2 个有问题，不推送 */
export function checkedText(counts: PushCounts): string {
  const { orders, unchecked, uncheckable, problems, chosenDespiteProblems, unconfirmed, warnings, pushedBefore, chosen } = counts
  if (unchecked > 0) return `正在检查订单 ${orders - unchecked}/${orders}`
  const parts = [`推送 ${chosen} 个`]
  if (problems > chosenDespiteProblems) parts.push(`${problems - chosenDespiteProblems} 个有问题，不推送`)
  if (chosenDespiteProblems > 0) parts.push(`${chosenDespiteProblems} 个有问题，仍要推送`)
  if (unconfirmed > 0) parts.push(`${unconfirmed} 个等您确认`)
  if (warnings > 0) parts.push(`${warnings} 个有提醒`)
  if (pushedBefore > 0) parts.push(`${pushedBefore} 个之前已推送`)
  if (uncheckable > 0) parts.push(`${uncheckable} 个没有检查成功`)
  return `共 ${orders} 个订单：${parts.join(' · ')}`
}

/** 推送完成：成功 3 个，失败 1 个，之前已推送 1 个，未推送 2 个 */
export function endedText({ phase, rows }: Pick<PushView, 'phase' | 'rows'>): string {
  const { orders, pushed, failed } = countRows(rows)
  const parts = [`成功 ${pushed} 个`]
  if (failed > 0) parts.push(`失败 ${failed} 个`)
  const before = rows.filter((row) => row.push.kind === 'none' && wasPushedBefore(row)).length
  if (before > 0) parts.push(`之前已推送 ${before} 个`)
  const rest = orders - pushed - failed - before
  if (rest > 0) parts.push(`未推送 ${rest} 个`)
  return `${phase === 'stopped' ? '推送已停止' : '推送完成'}：${parts.join('，')}`
}
