/** The state of a shop's syncs of orders in words. Pure. */
import type { SyncStates } from '../../contract/types'
import { agoText } from './ago'

/** A day or more ago, the time itself stands there, and needs a blank before the next word. */
const agoOf = (at: number, now: number): string => agoText(at, now).replace(/\d$/, '$& ')

/** 3 分钟前同步，下次约 7 分钟后 */
export function syncStateText(
  { isRunning, doneAt, failure, nextAt, standsStill }: SyncStates['shops'][number],
  now: number,
): string {
  const minutes = nextAt === null ? null : Math.ceil((nextAt - now) / 60_000)
  const parts = [
    doneAt === null ? '还没有同步过' : `${agoOf(doneAt, now)}同步`,
    failure && `${agoOf(failure.at, now)}同步失败：${failure.message}`,
    isRunning ? '正在同步' : (standsStill ?? (minutes !== null && (minutes > 0 ? `下次约 ${minutes} 分钟后` : '下次马上开始'))),
  ]
  return parts.filter(Boolean).join('，')
}
