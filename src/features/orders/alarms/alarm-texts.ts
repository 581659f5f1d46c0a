/** The words for an alarm, and which actions fit it. Pure. */
import type { AlarmKind } from '../../../../contract/rules/alarm'
import type { Alarm } from '../../../../contract/types'

const has = ({ reasons }: Pick<Alarm, 'reasons'>, ...kinds: readonly AlarmKind[]): boolean =>
  reasons.some(({ kind }) => kinds.includes(kind))

/** Whether a factory has the design or may have it. */
export const isAtFactory = ({ line }: Pick<Alarm, 'line'>): boolean => line?.state === 'pushed' || line?.state === 'unsure'

/** Whether it is at the own print floor, whose state is known and which takes no word for a cancellation. */
export const isOnFloor = ({ line }: Pick<Alarm, 'line'>): boolean => line?.own === true && line.state === 'pushed'

/** Whether it is to be made and no factory makes it. */
export const isToPush = (alarm: Pick<Alarm, 'reasons' | 'item'>): boolean =>
  alarm.item !== null && has(alarm, 'cancelled', 'refused')

/** Returns a sentence or two that say what the seller can do. */
export function adviceOf(alarm: Pick<Alarm, 'reasons' | 'line' | 'canCancel' | 'item'>): string {
  if (isToPush(alarm)) return '还要做：推送到其他工厂，不另扣点。'
  if (alarm.line?.state === 'pushing') return '正在推送，请稍后再看。'
  if (!isAtFactory(alarm)) return '打印文件已经下载：请不要按原来的文件打印，要做请先核对。'
  const stop = alarm.canCancel
    ? '请工厂取消；取消后可以推送到其他工厂，不另扣点'
    : isOnFloor(alarm)
      ? `不能取消打印，${alarm.line?.cancelRefusal}`
      : `工厂“${alarm.line?.factoryName}”的程序没有取消接口，请打电话给工厂，工厂确认后记为「工厂已取消」`
  return has(alarm, 'unsure') && !has(alarm, 'refund', 'closed', 'held', 'changed', 'replaced')
    ? '先向工厂查询结果；查询不到时请打电话给工厂核实。'
    : `不要做了：${stop}。照样做：写明原因后不再提示。`
}

/** The label of the action that takes the alarm off the list. */
export const keepLabel = (alarm: Pick<Alarm, 'line'>): string => (isAtFactory(alarm) ? '仍然生产' : '不用处理')

/** Names an alarm for a screen reader. */
export const alarmName = ({ orderOriginalId, caseName }: Pick<Alarm, 'orderOriginalId' | 'caseName'>): string =>
  `订单 ${orderOriginalId} 的 ${caseName}`
