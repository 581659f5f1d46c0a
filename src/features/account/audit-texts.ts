/** Texts of the entries of the audit log. Pure. */
import type { AuditAction, AuditActor } from '../../../contract/constants'
import type { AuditEntry } from '../../../contract/types'
import { countText } from '../../base/money'

export const actionNames: Readonly<Record<AuditAction, string>> = {
  charged: '下载扣点',
  pushed: '推送到工厂',
  deleted: '删除',
  permissions: '修改子账号',
  automated: '自动规则',
  approval: '审批定制图',
  synced: '同步订单',
}

export const actorNames: Readonly<Record<AuditActor, string>> = { person: '人员', rule: '自动规则', system: '系统', key: '程序' }
/** The name of what was done, as the list shows it. */
export const actionNameOf = ({ action, subject }: AuditEntry): string =>
  subject === 'apiKeys' ? '接口密钥' : (actionNames[action] ?? action)

/** The seller's names of the API's resources; other resources are shown by the server's name. */
const subjects: Readonly<Record<string, string>> = {
  subAccounts: '子账号',
  phoneBrands: '品牌',
  phoneModels: '型号',
  phoneCaseMaterials: '材质',
  materialColors: '颜色',
  wireframes: '线框图',
  designAssets: '素材',
  designTemplates: '模板',
  shopFonts: '字体',
  products: '商品',
  manualOrders: '手工订单',
  shopCustomizationSettings: '定制链接',
  automationRules: '自动规则',
  orderTags: '订单标签',
  webhooks: '事件通知',
}

const countOf = (value: unknown): string => countText(typeof value === 'number' ? value : 0)
const isIn = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number'

/** Describes what was done, with the numbers that identify it. */
export function auditText({ action, subject, details }: AuditEntry): string {
  const ids = Array.isArray(details.ids) ? details.ids : null
  if (action === 'charged') {
    const left = typeof details.credits === 'number' ? `，余 ${countText(details.credits)} 点` : ''
    return `${countText(ids?.length ?? 0)} 张定制图${left}`
  }
  if (subject === 'apiKeys')
    return `${details.revoked === true ? '作废' : '新建'}「${String(details.name)}」（${String(details.prefix)}…）`
  if (action === 'permissions') return String(details.username ?? details.id ?? '')
  if (action === 'automated') return Array.isArray(details.did) ? details.did.join('、') : ''
  if (action === 'approval') {
    const answers = { approved: '通过', rejected: `退回，${String(details.reason ?? '')}`, waiting: '撤销审批' }
    return answers[details.answer as keyof typeof answers] ?? ''
  }
  if (action === 'synced') return `新订单 ${countOf(details.created)} 个，有变化 ${countOf(details.updated)} 个`
  if (subject === 'cancelledPushes') return cancelledText(details)
  if (subject === 'alarms')
    return `${countText(ids?.length ?? 0)} 个定制的提示不再显示：${isIn(details.note) ? details.note : ''}`
  const what = action === 'pushed' ? '定制' : (subjects[subject] ?? subject)
  if (ids !== null) return `${countText(ids.length)} 个${what}`
  return [what, ...Object.values(details).filter(isIn)].join(' ')
}

function cancelledText({ id, factoryOrderId, saidBy, reason, note }: AuditEntry['details']): string {
  const number = isIn(factoryOrderId) ? `，工厂订单号 ${factoryOrderId}` : ''
  const said = saidBy === 'factory' ? '工厂取消生产' : reason === 'outOfStock' ? '确认工厂缺货' : '确认工厂没有生产'
  return `${said}：定制 ${isIn(id) ? id : ''}${number}${isIn(note) ? `，备注：${note}` : ''}`
}
