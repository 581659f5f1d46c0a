import './consent.css'
import { useState, useSyncExternalStore } from 'react'
import { customizationTiming } from '../contract/constants'
import { unfilledPlaces } from '../contract/rules/buyer-rights'
import { codeText } from '../contract/rules/design-code'
import { printDpi } from '../contract/rules/print-resolution'
import type { BuyerDesign, BuyerLink } from '../contract/types'
import type { Layer } from '../design/model/types'
import { colorsFor } from './case-chooser'
import { type DesignSession, isChangedSince, isSubmitted } from './design-session'
import { DrawingState } from './drawing-state'
import { EffectView } from './effect-view'
import { printedDpi, rightsIn } from './layers'
import { OrderNumber } from './order-number'
import { titleOf } from './places'
import { SaveQuestion } from './save-question'
import { cutWords, edgeWords } from './text-room'
import { UnsentList, useShown } from './unsent-list'
import { unsentText } from './unsent-photos'
import { UnsubmittedNote } from './unsubmitted'
import { useAttempt } from './use-attempt'

interface FinishProps {
  readonly link: BuyerLink
  readonly session: DesignSession
  readonly onBack: () => void
  readonly onMenu: () => void
  /** Begins another design with the layers of this one; null where nothing can be begun. */
  readonly onCopy: (() => Promise<void>) | null
  /** Leaves a design that the server has deleted. */
  readonly onGone: () => void
}

/** The last screen: a check of the design, the consent, and then the code for the order. */
export function Finish({ link, session, onBack, onMenu, onCopy, onGone }: FinishProps) {
  const { design, doc: stored, chosen, save } = useSyncExternalStore(session.state.subscribe, session.state.get)
  const { photos, said } = useSyncExternalStore(session.unsent.state.subscribe, session.unsent.state.get)
  const doc = useShown(stored, photos)
  const [consent, setConsent] = useState(false)
  const { attempt, busy, problem } = useAttempt({ stays: true })
  // A change that the server does not have yet counts as not submitted, whatever the cause.
  if ((isSubmitted(design) && save === 'saved' && photos.length === 0) || save === 'locked')
    return <Done link={link} session={session} onBack={onBack} onMenu={onMenu} onCopy={onCopy} />
  const color = colorsFor(link, chosen.phoneModelId).find(({ id }) => id === chosen.materialColorId)
  const rights = rightsIn(design.base, link)
  const coarse = doc.layers.flatMap((layer) => {
    const dpi = layer.type === 'IMAGE' && rights(layer).has('picture') ? printedDpi(layer, doc, design.wireframe) : null
    return dpi !== null && dpi < printDpi.fair ? [dpi] : []
  })
  const { missing, samples } = unfilledPlaces(design.base, doc.layers, link)
  const cut = cutWords(doc, design.wireframe, (layer) => rights(layer).size > 0)
  const atEdge = edgeWords(doc, design.wireframe, (layer) => rights(layer).size > 0)
  const lowest = coarse.length > 0 ? Math.min(...coarse) : null
  const isAgain = isChangedSince({ design, save })
  const isAsked = save === 'conflict' || save === 'gone'
  return (
    <main className="finish">
      <header>
        <button type="button" className="back" onClick={onBack}>
          ‹ 继续修改
        </button>
        <h1>{isAgain ? '重新提交设计' : '提交设计'}</h1>
      </header>
      {isAgain && <UnsubmittedNote onSubmit={null} />}
      <EffectView doc={doc} wireframe={design.wireframe} paper={color?.color ?? '#fff'} look={color?.material.look ?? 'glossy'} />
      <UnsentList photos={photos} said={said} unsent={session.unsent} doc={doc} />
      {photos.length > 0 && (
        <p className="problem" role="note">
          {unsentText}。
        </p>
      )}
      {missing.length > 0 && (
        <p className="problem" role="note">
          还没有选照片：{namesOf(missing)}。请返回选好后再提交。
        </p>
      )}
      {samples.length > 0 && (
        <p className="problem" role="note">
          {namesOf(samples)}还是款式里的示例图，会照样印出来；想用自己的照片，请返回更换。
        </p>
      )}
      {cut.length > 0 && (
        <p className="problem" role="note">
          {namesOf(cut)}超出手机壳，超出的部分印不出来；请返回缩短、缩小或移到壳内。
        </p>
      )}
      {atEdge.length > 0 && (
        <p className="problem" role="note">
          {namesOf(atEdge)}贴着手机壳的边缘，边上可能印不全；请返回缩小或往里移一点。
        </p>
      )}
      {lowest !== null && (
        <p className="problem" role="note">
          有照片的清晰度只有 {lowest} DPI，
          {lowest < printDpi.hopeless ? '印出来会明显模糊，建议换一张更清楚的照片。' : '印出来可能会有些模糊。'}
        </p>
      )}
      <label className="consent">
        <input type="checkbox" checked={consent} onChange={(event) => setConsent(event.target.checked)} />
        <span>
          我有权使用这些图片，并同意{link.shopName}为制作这件商品保存和打印它们；未下单的设计 100 天后自动删除。
          {lowest !== null && lowest < printDpi.hopeless && '我知道照片不够清楚。'}
        </span>
      </label>
      <SaveQuestion session={session} attempt={attempt} onGone={onGone} />
      {problem && !isAsked && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      <button
        type="button"
        className="primary wide"
        disabled={!consent || busy || isAsked || missing.length > 0 || photos.length > 0}
        onClick={() => attempt(session.submit)}
      >
        {busy ? '正在提交…' : isAgain ? '重新提交' : '提交'}
      </button>
    </main>
  )
}

const namesOf = (layers: readonly Layer[]) => layers.map((layer, index) => `「${titleOf(layer, index)}」`).join('')

function Done({ link, session, onBack, onMenu, onCopy }: Omit<FinishProps, 'onGone'>) {
  const { design } = useSyncExternalStore(session.state.subscribe, session.state.get)
  const [copied, setCopied] = useState<boolean | null>(null)
  const code = codeText(design.code)
  const isAfterOrder = link.customizationTiming === customizationTiming.afterOrder || design.forOrder !== null
  const copy = () =>
    navigator.clipboard
      ?.writeText(code)
      .then(() => setCopied(true))
      .catch(() => setCopied(false)) ?? setCopied(false)
  return (
    <main className="finish">
      <header>
        <h1>{design.lockText ?? doneTitle(design)}</h1>
        <button type="button" aria-label="更多" onClick={onMenu}>
          ⋯
        </button>
      </header>
      <DrawingState session={session} />
      {isAfterOrder && <OrderNumber session={session} isMain />}
      <section className="code-card" aria-label="定制编号">
        <p>您的定制编号</p>
        <p className="code">{code}</p>
        <button type="button" className={isAfterOrder ? 'wide' : 'primary wide'} onClick={copy}>
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
      {!isAfterOrder && <OrderNumber session={session} />}
      {design.lockText === null && link.endedText === null && (
        <button type="button" className="wide" onClick={onBack}>
          还想改一改
        </button>
      )}
      {onCopy && <CopyButton onCopy={onCopy} />}
      <p className="hint">这一页的地址就是您的设计，请收藏，不要发给别人。</p>
    </main>
  )
}

function CopyButton({ onCopy }: { readonly onCopy: () => Promise<void> }) {
  const { attempt, busy, problem } = useAttempt()
  return (
    <>
      <button type="button" className="wide" disabled={busy} onClick={() => attempt(onCopy)}>
        {busy ? '正在复制…' : '复制这个设计'}
      </button>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}

function doneTitle({ isBound, isUnderReview }: BuyerDesign): string {
  if (isUnderReview) return '设计已提交，卖家看过后就可以制作'
  return isBound ? '设计已经用于您的订单' : '设计已提交'
}
