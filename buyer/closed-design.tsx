import type { ReactNode } from 'react'
import { codeText } from '../contract/rules/design-code'
import type { BuyerDesign } from '../contract/types'
import { waitText } from './drawing-state'
import { docOf } from './layers'
import { Thumbnail } from './thumbnail'

interface ClosedDesignProps {
  readonly design: BuyerDesign
  /** Why the link of the design cannot be opened. */
  readonly reason: string
  /** Ways to other designs. */
  readonly children?: ReactNode
}

/** A design whose link was switched off or deleted: it can be changed no more, but its code and its picture are still the buyer's. */
export function ClosedDesign({ design, reason, children }: ClosedDesignProps) {
  const isSubmitted = design.status === 'submitted'
  return (
    <main className="notice closed">
      <h1>{isSubmitted ? '您提交的设计' : '您的设计'}</h1>
      {isSubmitted && !design.effectImageUrl && design.drawing && (
        <p className="hint" role="status">
          {design.drawing.status === 'failed'
            ? '效果图没有生成，定制编号仍然有效，卖家也会看到。'
            : `${waitText(design.drawing)}。定制编号现在就能用；过一会儿刷新这一页就能看到效果图。`}
        </p>
      )}
      {isSubmitted && design.effectImageUrl ? (
        <img className="closed-effect" src={design.effectImageUrl} alt="您提交的设计的效果图" />
      ) : (
        <Thumbnail doc={docOf(design)} />
      )}
      {isSubmitted && (
        <section className="code-card" aria-label="定制编号">
          <p>定制编号</p>
          <p className="code">{codeText(design.code)}</p>
          <p className="hint">{orderText(design)}</p>
        </section>
      )}
      {!isSubmitted && (
        <p role="status">
          {design.status === 'rejected' ? `卖家退回了这个设计：${design.rejectReason}。` : '这个设计还没有提交。'}
        </p>
      )}
      <p role="note">{reason}</p>
      {children}
    </main>
  )
}

const orderText = ({ lockText, isBound }: BuyerDesign): string => {
  if (lockText !== null) return lockText
  return isBound ? '已经用于您的订单' : '下单时写在给卖家的备注里，已经下单的请把它发给卖家'
}
