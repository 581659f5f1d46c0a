import { StatusTag } from '../status-tag'
import type { BindingState } from './model-rows'

/** Shows how a binding was made, that it is missing, or that the factory no longer lists its code. */
export function BindingMark({ state }: { readonly state: BindingState }) {
  if (state === 'none') return <span className="erp-unbound">未绑定</span>
  if (state === 'gone') {
    return (
      <StatusTag tone="warning" hint="工厂的列表里没有它了：更换之前，不能推送它的订单。">
        已失效
      </StatusTag>
    )
  }
  return <StatusTag tone={state === 'automatic' ? 'automatic' : 'good'}>{state === 'automatic' ? '自动' : '手动'}</StatusTag>
}
