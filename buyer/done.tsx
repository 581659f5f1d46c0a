/** The last screen after the submission: the code, how far the case is, and the next one. */
import './done.css'
import { useState, useSyncExternalStore } from 'react'
import { customizationTiming } from '../contract/constants'
import { codeText } from '../contract/rules/design-code'
import type { BuyerDesign, BuyerLink } from '../contract/types'
import type { DesignSession } from './design-session'
import { DrawingState } from './drawing-state'
import { Icon } from './icon'
import { OrderNumber } from './order-number'
import { useAttempt } from './use-attempt'

interface DoneProps {
  readonly link: BuyerLink
  readonly session: DesignSession
  readonly onBack: () => void
  readonly onMenu: () => void
  /** Opens the sheet with the ways back to the design from another phone. */
  readonly onReturn: () => void
  /** Begins another design with the layers of this one, for the same case or ('case') another; null where nothing can be begun. */
  readonly onCopy: ((first: 'edit' | 'case') => Promise<void>) | null
}

export function Done({ link, session, onBack, onMenu, onReturn, onCopy }: DoneProps) {
  const { design } = useSyncExternalStore(session.state.subscribe, session.state.get)
  const isMade = design.lockText !== null
  const isAfterOrder = link.customizationTiming === customizationTiming.afterOrder || design.forOrder !== null
  return (
    <main className="finish">
      <header>
        <h1>{design.lockText ?? doneTitle(design)}</h1>
        <button type="button" className="round" aria-label="更多" onClick={onMenu}>
          <Icon name="more" />
        </button>
      </header>
      <DrawingState session={session} />
      {isMade && onCopy && <Again onCopy={onCopy} isMain />}
      {isAfterOrder && <OrderNumber session={session} isMain />}
      <CodeCard design={design} isAfterOrder={isAfterOrder} />
      <Progress design={design} />
      {!isAfterOrder && <OrderNumber session={session} />}
      {!isMade && link.endedText === null && (
        <button type="button" className="wide" onClick={onBack}>
          还想改一改
        </button>
      )}
      {!isMade && onCopy && <Again onCopy={onCopy} />}
      <button type="button" className="wide" onClick={onReturn}>
        {design.canReturn ? '换手机也能打开（已留后 4 位）' : '换手机也能打开'}
      </button>
      <p className="hint">这一页的地址就是您的设计，请收藏，不要发给别人。</p>
    </main>
  )
}

function doneTitle({ isBound, isUnderReview }: BuyerDesign): string {
  if (isUnderReview) return '设计已提交，卖家看过后就可以制作'
  return isBound ? '设计已经用于您的订单' : '设计已提交'
}

/** The code for the order; it is the main thing to take along until the case is made. */
function CodeCard({ design, isAfterOrder }: { readonly design: BuyerDesign; readonly isAfterOrder: boolean }) {
  const [copied, setCopied] = useState<boolean | null>(null)
  const code = codeText(design.code)
  const copy = () =>
    navigator.clipboard
      ?.writeText(code)
      .then(() => setCopied(true))
      .catch(() => setCopied(false)) ?? setCopied(false)
  const isMain = !isAfterOrder && design.lockText === null
  return (
    <section className="code-card" aria-label="定制编号">
      <p>您的定制编号</p>
      <p className="code">{code}</p>
      <button type="button" className={isMain ? 'primary wide' : 'wide'} onClick={copy}>
        {copied ? '已复制' : '复制编号'}
      </button>
      {copied === false && <p className="hint">没有复制成功，请长按上面的编号复制。</p>}
      {!design.isBound && design.lockText === null && (
        <p>
          {isAfterOrder ? (
            '没有订单号的，把定制编号发给客服即可。'
          ) : (
            <>
              下单时请把定制编号写在<strong>买家留言</strong>里。
            </>
          )}
        </p>
      )}
    </section>
  )
}

/** How far the case is, and until when it can still be changed. */
function Progress({ design }: { readonly design: BuyerDesign }) {
  const isMade = design.lockText !== null
  const steps = [
    { name: '已提交', text: isMade ? '' : '之后的修改要重新提交才算数', isDone: true },
    {
      name: design.isBound || isMade ? '已用于订单' : '等您下单',
      text: design.isBound || isMade ? '' : '卖家收到带编号的订单，设计就会放进去',
      isDone: design.isBound || isMade,
    },
    {
      name: isMade ? '已开始制作' : '等卖家制作',
      text: isMade ? '现在不能再改，如需修改请联系客服' : '卖家打印或发给工厂时开始制作，之前都可以改',
      isDone: isMade,
    },
  ]
  return (
    <ol className="progress" aria-label="进度">
      {steps.map(({ name, text, isDone }) => (
        <li key={name} className={isDone ? 'is-done' : undefined}>
          <span aria-hidden="true">{isDone && <Icon name="check" />}</span>
          <p>
            {name}
            {text && <small>{text}</small>}
          </p>
        </li>
      ))}
    </ol>
  )
}

interface AgainProps {
  readonly onCopy: NonNullable<DoneProps['onCopy']>
  /** Whether it is what the buyer comes back for, because his case is being made. */
  readonly isMain?: boolean
}

/** 再来一单: another case with the same layers, for the same phone or another one. */
function Again({ onCopy, isMain = false }: AgainProps) {
  const { attempt, busy, problem } = useAttempt()
  return (
    <div className="again">
      <button
        type="button"
        className={isMain ? 'primary wide' : 'wide'}
        disabled={busy}
        onClick={() => attempt(() => onCopy('edit'))}
      >
        {busy ? '正在复制…' : '再来一单'}
      </button>
      <button type="button" className="wide" disabled={busy} onClick={() => attempt(() => onCopy('case'))}>
        换一款手机再来一单
      </button>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}
