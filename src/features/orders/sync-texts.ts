/** Texts about syncs of orders. Pure. */
import type { SyncTask, UnreadOrder } from '../../../contract/types'

type Counts = Pick<SyncTask, 'fetched' | 'created' | 'updated'>

/** 已读取 120 个订单，新增 30 个，更新 5 个 */
export const progressText = ({ fetched, created, updated }: Counts): string =>
  fetched === 0 ? '正在读取订单' : `已读取 ${fetched} 个订单，新增 ${created} 个，更新 ${updated} 个`

export function syncedText({ created, updated, unread }: Counts & Pick<SyncTask, 'unread'>): string {
  const rest = unread.length > 0 ? `；有 ${unread.length} 个订单没有读到` : ''
  if (created === 0 && updated === 0) return `同步成功，没有新的订单${rest}`
  const parts = [created > 0 && `新增 ${created} 个`, updated > 0 && `更新 ${updated} 个`].filter(Boolean)
  return `同步成功，${parts.join('，')}订单${rest}`
}

/** 「晨曦」有 2 个订单没有读到：2900…（交易不存在）、2901…（…） */
export function unreadText(shop: string, unread: readonly Pick<UnreadOrder, 'originalId' | 'reason'>[]): string {
  const named = unread.slice(0, 3).map(({ originalId, reason }) => `${originalId}（${reason}）`)
  return `「${shop}」有 ${unread.length} 个订单没有读到：${named.join('、')}${unread.length > named.length ? ' 等' : ''}`
}

/** The reason why a sync failed, or 未知错误. */
export const failureOf = ({ errorMessage }: Pick<SyncTask, 'errorMessage'>): string => errorMessage?.trim() || '未知错误'
