/** The rules by which programs with an API key may use a call, and the calls of the buyers' page, which accept none. */
import type { Routes } from './routes'
import type { KeyArea, KeyMoney, KeyRight } from './rules/key-rights'

/** A call that keys may use: with the right in one of the areas and, where it costs something, with that ticked. */
export interface KeyCall {
  readonly title: string
  readonly areas: readonly KeyArea[]
  readonly right: KeyRight
  readonly money?: KeyMoney
}
/** A call for signed-in people, or for everybody, that does not accept keys. */
export interface ClosedCall {
  readonly title: string
  readonly closed: string
}
export type CallRule = KeyCall | ClosedCall

export const reads = (area: KeyArea, title: string): KeyCall => ({ title, areas: [area], right: 'read' })
export const writes = (area: KeyArea, title: string): KeyCall => ({ title, areas: [area], right: 'write' })
export const costs = (money: KeyMoney, area: KeyArea, title: string): KeyCall => ({ title, areas: [area], right: 'read', money })
export const closed = (title: string, why: string): ClosedCall => ({ title, closed: why })

const byBuyer = (title: string): ClosedCall => closed(title, '买家的页面')

export const buyerCalls = {
  link: byBuyer('定制链接的内容'),
  opened: byBuyer('记录打开定制链接'),
  challenge: byBuyer('取得验证题'),
  begin: byBuyer('开始设计'),
  get: byBuyer('买家的设计'),
  offer: byBuyer('设计能用的选项'),
  save: byBuyer('保存设计'),
  uploadForm: byBuyer('取得照片上传地址'),
  uploaded: byBuyer('完成照片上传'),
  assets: byBuyer('设计能用的素材'),
  drawText: byBuyer('画出文字'),
  cutout: byBuyer('抠图'),
  submit: byBuyer('提交设计'),
  drawing: byBuyer('设计的出图进度'),
  bindOrder: byBuyer('填写订单号'),
  share: byBuyer('给朋友看看'),
  unshare: byBuyer('不再给朋友看'),
  copy: byBuyer('再做一个'),
  shared: byBuyer('朋友的设计'),
  remove: byBuyer('删除设计'),
  setReturn: byBuyer('留下手机号后 4 位'),
  find: byBuyer('找回设计'),
} as const satisfies { readonly [K in keyof Routes['buyer']]: CallRule }
