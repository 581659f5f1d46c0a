/**
 * Decides whether a factory's word or number for the state of an order says that it is not made: cancelled, closed, refused,
 * returned. Programs publish no common list, so these are guesses, and only certain words count: an order that is wrongly taken
 * for cancelled may be made twice. Every other state is shown as it came.
 */
import { type Fields, isFields } from '../../../../contract/ground/fields'
import { field, textOf } from './field-names'

/** Not decided yet, or decided against ending. */
const open =
  /取消(?:中|失败|申请|审核|待)|(?:申请|待|未|不可|不能|无法|请求|等待|拒绝|驳回|可以?|允许)(?:被)?(?:取消|关闭|作废|退单|撤单|退款)|(?:未|无|没有?|非|不)(?:被|曾)?(?:退|拒|撤|删|终止)|(?:关闭|退单|退货|退款|作废)中|退款(?:申请|失败|关闭)|待退|部分|等待|待补|待货|补货|备货|预售|cancel(?:l?ing|l?ation)?[\s_-]*(?:request\w*|pending|fail\w*|apply|applied|review)|refund[\s_-]*(?:request\w*|pending|fail\w*|apply|none)|(?:request|pending|partial|partially|no|not|un|wait|to_be|tobe)[\s_-]*(?:cancel|refund)|cancell?ing|closing|refunding/i
const ended =
  /取消|关闭|作废|撤[单销]|退单|退货|已退|退款|退回|拒[单绝收]|拒接|驳回|终止|删除|废单|无效|(?:创建|下单|提交|接单|审核)(?:失败|不通过|未通过)|审核拒绝|库存不足|缺货|无货|停产|售罄|^失败$/
/** A failure of the order itself: one of printing is mended by the factory. */
const failedOrder = /^(?:(?:create|order|submit|place)_?)?fail(?:ed|ure)?$/i
const endedEnglish =
  /(?:^|[^a-z])(?:cancel|cancell?ed|closed?|void|voided|invalid|reject|rejected|refused|declined|returned|refund|refunded|terminated|aborted|deleted|discarded|out_?of_?stock|no_?stock)(?:$|[^a-z])/i

/** Whether this state says that the order is not made. */
export function isEndedState(state: string): boolean {
  const spelled = state.replace(/([a-z])([A-Z])/g, '$1_$2')
  if (open.test(spelled)) return false
  return ended.test(spelled) || endedEnglish.test(spelled) || failedOrder.test(spelled) || /^-\d+$/.test(spelled)
}

const stateNames = [
  'statetext',
  'statename',
  'statedesc',
  'statusname',
  'statustext',
  'statusdesc',
  'statusstr',
  'statuscn',
  'statusmsg',
  'orderstatustext',
  'orderstatusname',
  'orderstatusdesc',
  'orderstatetext',
  'orderstatename',
  'orderstate',
  'orderstatus',
  'state',
  'billstatus',
  'tradestatus',
  'producestatus',
  'productionstatus',
  'printstatus',
] as const // prettier-ignore
const endedFlags = [
  'iscancel',
  'iscancelled',
  'iscanceled',
  'cancelled',
  'canceled',
  'cancel',
  'isclosed',
  'isclose',
  'isdeleted',
  'isdelete',
  'deleted',
  'isvoid',
] as const

export interface OrderState {
  /** In the factory's words; '' without any. */
  readonly text: string
  /** The order is not made. */
  readonly ended: boolean
}

/** Reads the state of an order; `isRoot`: the fields are the response itself, whose `status` may be that of the call. */
export function orderStateOf(row: Fields, isRoot: boolean): OrderState {
  const status = textOf(field(row, 'status'))
  const usable = isRoot && /^-?\d*$|^(?:ok|success|succ|true|false|error|fail|failed|failure)$/i.test(status) ? '' : status
  const texts = [...stateNames.map((name) => textOf(field(row, name))), usable].filter((text) => text !== '')
  const endedText = texts.find(isEndedState)
  const [first = ''] = [endedText ?? '', ...texts.filter((text) => !/^-?\d+$/.test(text)), ...texts].filter(Boolean)
  const flag = endedFlags.some((name) => isSet(field(row, name)))
  return { text: first === '' && flag ? '已取消' : first, ended: endedText !== undefined || flag }
}

const isSet = (value: unknown): boolean => value === true || (!isFields(value) && /^(?:1|true|y|yes)$/i.test(textOf(value)))
