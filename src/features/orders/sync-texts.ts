/** Texts about syncs of orders. Pure. */
import type { SyncTask } from '../../../contract/types'

type Counts = Pick<SyncTask, 'fetched' | 'created' | 'updated'>

/** 已读取 120 个订单，新增 30 个，更新 5 个 */
export const progressText = ({ fetched, created, updated }: Counts): string =>
  fetched === 0 ? '正在读取订单' : `已读取 ${fetched} 个订单，新增 ${created} 个，更新 ${updated} 个`

export function syncedText({ created, updated }: Counts): string {
  if (created === 0 && updated === 0) return '同步成功，没有新的订单'
  const parts = [created > 0 && `新增 ${created} 个`, updated > 0 && `更新 ${updated} 个`].filter(Boolean)
  return `同步成功，${parts.join('，')}订单`
}

/** The reason why a sync failed, or 未知错误. */
export const failureOf = ({ errorMessage }: Pick<SyncTask, 'errorMessage'>): string => errorMessage?.trim() || '未知错误'
