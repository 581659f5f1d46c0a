import { codeText } from '../contract/rules/design-code'
import type { BuyerDesign } from '../contract/types'
import { waitText } from './drawing-state'

interface ClosedDesignProps {
  readonly design: BuyerDesign
  /** Why the link of the design cannot be opened. */
  readonly reason: string
}

/** A design whose link was switched off: it can be changed no more, but its code and its picture are still the buyer's. */
export function ClosedDesign({ design, reason }: ClosedDesignProps) {
  const isSubmitted = design.status === 'submitted'
  return (
    <main className={isSubmitted ? 'notice closed' : 'notice'}>
      <h1>{isSubmitted ? '您提交的设计' : '打不开这个定制链接'}</h1>
      {isSubmitted && !design.effectImageUrl && design.drawing && (
        <p className="hint" role="status">
          {design.drawing.status === 'failed'
            ? '效果图没有生成，定制编号仍然有效，卖家也会看到。'
            : `${waitText(design.drawing)}。定制编号现在就能用；过一会儿刷新这一页就能看到效果图。`}
        </p>
      )}
      {isSubmitted && design.effectImageUrl && (
        <img className="closed-effect" src={design.effectImageUrl} alt="您提交的设计的效果图" />
      )}
      {isSubmitted && (
        <section className="code-card" aria-label="定制编号">
          <p>定制编号</p>
          <p className="code">{codeText(design.code)}</p>
          <p className="hint">{orderText(design)}</p>
        </section>
      )}
      <p role="note">{reason}</p>
    </main>
  )
}

const orderText = ({ lockText, isBound }: BuyerDesign): string => {
  if (lockText !== null) return lockText
  return isBound ? '已经用于您的订单' : '下单时写在给卖家的备注里，已经下单的请把它发给卖家'
}
