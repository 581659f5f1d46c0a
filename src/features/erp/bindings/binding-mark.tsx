import { Tag } from '@arco-design/web-react'
import { GoneMark } from '../gone-mark'
import type { BindingState } from './model-rows'

/** How a binding came about, or that there is none that works. */
export function BindingMark({ state }: { readonly state: BindingState }) {
  if (state === 'none') return <span className="erp-unbound">未绑定</span>
  if (state === 'gone') return <GoneMark text="已失效" hint="工厂的列表里没有它了：更换之前，不能推送它的订单。" />
  return (
    <Tag size="small" color={state === 'automatic' ? 'arcoblue' : 'green'}>
      {state === 'automatic' ? '自动' : '手动'}
    </Tag>
  )
}
