import './consent.css'
import { useState, useSyncExternalStore } from 'react'
import { unfilledPlaces } from '../contract/rules/buyer-rights'
import { printDpi } from '../contract/rules/print-resolution'
import type { BuyerLink } from '../contract/types'
import type { Layer } from '../design/model/types'
import { colorsFor } from './case-chooser'
import { isSubmitted } from './design-facts'
import { type DesignSession, isChangedSince } from './design-session'
import { Done } from './done'
import { EffectView } from './effect-view'
import { BackButton } from './icon'
import { titleOf } from './layer-titles'
import { printedDpi, rightsIn } from './layers'
import { SaveQuestion } from './save-question'
import { cutWords, edgeWords } from './text-room'
import { UnsentList, useShown } from './unsent-list'
import { unsentText } from './unsent-photos'
import { UnsubmittedNote } from './unsubmitted'
import { useAttempt } from './use-attempt'

export interface FinishProps {
  readonly link: BuyerLink
  readonly session: DesignSession
  readonly onBack: () => void
  readonly onMenu: () => void
  /** Opens the sheet with the ways back to the design from another phone. */
  readonly onReturn: () => void
  /** Begins another design with the layers of this one, for the same case or ('case') another; null where nothing can be begun. */
  readonly onCopy: ((first: 'edit' | 'case') => Promise<void>) | null
  /** Leaves a design that the server has deleted. */
  readonly onGone: () => void
}

/** The last screen: a check of the design, the consent, and then the code for the order. */
export function Finish({ link, session, onBack, onMenu, onReturn, onCopy, onGone }: FinishProps) {
  const { design, doc: stored, chosen, save } = useSyncExternalStore(session.state.subscribe, session.state.get)
  const { photos, said } = useSyncExternalStore(session.unsent.state.subscribe, session.unsent.state.get)
  const doc = useShown(stored, photos)
  const [consent, setConsent] = useState(false)
  const { attempt, busy, problem } = useAttempt({ stays: true })
  // A change that the server does not have yet counts as not submitted, whatever the cause.
  if ((isSubmitted(design) && save === 'saved' && photos.length === 0) || save === 'locked')
    return <Done {...{ link, session, onBack, onMenu, onReturn, onCopy }} />
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
        <BackButton onBack={onBack} label="继续修改" />
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
