/** Texts of webhooks, their events and deliveries. Pure. */
import type { WebhookEvent } from '../../../contract/constants'
import type { DeliveryAttempt, Webhook, WebhookDelivery } from '../../../contract/types'
import { beijingMinute } from '../../base/beijing-time'

export const eventTexts: Readonly<Record<WebhookEvent, { readonly name: string; readonly description: string }>> = {
  'order.created': { name: '新订单', description: '同步、导入、手工新建或接口带来的订单' },
  'design.bound': { name: '定制已绑定', description: '订单里有了一个新的定制' },
  'push.done': { name: '推送成功', description: '工厂接单，带工厂单号' },
  'push.failed': { name: '推送失败', description: '工厂没有接单，或接单后没有生产' },
  'refund.after_push': { name: '推送后退款', description: '工厂在做的定制退款或关闭了' },
  notification: { name: '消息', description: '菜单“消息”里的每一条，不分店铺' },
}

/** A newer server may name an event that this build does not have. */
export const eventName = (event: string): string =>
  event === 'test' ? '测试' : event in eventTexts ? eventTexts[event as WebhookEvent].name : event

export const eventNames = (events: readonly WebhookEvent[]): string => events.map(eventName).join('、')

export function standingText({ enabled, stoppedWhy, failingSince, oldSecretUntil }: Webhook): string {
  if (stoppedWhy !== null) return `已停用：${stoppedWhy}`
  if (!enabled) return '已停用'
  if (failingSince !== null) return `${beijingMinute(failingSince)} 起发送失败，会自动重发`
  return oldSecretUntil === null ? '正常' : `正常；旧密钥 ${beijingMinute(oldSecretUntil)} 前仍签名`
}

export const stateNames: Readonly<Record<WebhookDelivery['status'], string>> = {
  waiting: '等待发送',
  done: '已收到',
  failed: '没有收到',
}

export const attemptText = ({ status, ms, problem }: DeliveryAttempt): string =>
  `${problem ?? `对方返回 ${status}`} · ${ms < 1000 ? `${ms} 毫秒` : `${(ms / 1000).toFixed(1)} 秒`}`

export function resultText({ status, last, nextAt, tries }: WebhookDelivery): string {
  if (last === null) return stateNames[status]
  const times = tries > 1 ? `，共 ${tries} 次` : ''
  const next = status === 'waiting' ? (nextAt === null ? '，马上再发' : `，${beijingMinute(nextAt)} 再发`) : ''
  return `${attemptText(last)}${times}${next}`
}
