/** Texts of the simulator's log, for testers. */
import { type Fields, fieldsOf } from '../../contract/ground/fields'
import type { FrameOutcome, FrameRecord } from './faulty-channel'

const kinds: Readonly<Record<string, string>> = {
  hello: '握手',
  welcome: '应答握手',
  req: '调用',
  ack: '已收到',
  prog: '进度',
  res: '回答',
  err: '出错',
  cancel: '取消',
  chunk: '文件分片',
  chunkack: '分片已收到',
  ping: '心跳',
  pong: '心跳回应',
  bye: '告别',
}
const outcomeTexts: Readonly<Record<FrameOutcome, string>> = {
  delivered: '',
  lost: '丢失',
  doubled: '重复',
  swapped: '乱序',
  cut: '截断',
  'wrong-kind': '类型错误',
}
/** Log events of the host half. */
const eventTexts: Readonly<Record<string, string>> = {
  'page-came': '插件接入',
  'page-left': '插件离开',
  undone: '已撤回',
  orphan: '撤回失败，图片留在空间里',
  'send-failed': '消息没有发出',
}

const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

/** Returns a frame's log line: direction, kind, method, stage or error code, number of the call, and its fate. */
export function frameLine({ direction, frame, outcome }: FrameRecord): string {
  const { k, m, id, i, stage, e, sid } = fieldsOf(frame)
  const call = text(id).split(':').pop()
  // A bye with sid * announces a host that has just started.
  const kind = k === 'bye' && sid === '*' ? '外壳启动' : (kinds[text(k)] ?? '其他消息')
  const piece = k === 'chunk' || k === 'chunkack' ? `第 ${Number(i) + 1} 片` : ''
  const parts = [direction === 'in' ? '→' : '←', kind, text(m), text(stage), text(fieldsOf(e).code), piece]
  return [...parts, call ? `#${call}` : '', outcomeTexts[outcome]].filter(Boolean).join(' ')
}

export function eventLine(event: string, detail: Fields): string {
  const facts = [detail.method, detail.what, detail.error].map(text).filter(Boolean)
  return [eventTexts[event] ?? event, ...facts].join(' ')
}
