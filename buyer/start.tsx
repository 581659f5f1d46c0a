import './start.css'
import { type ReactNode, useState } from 'react'
import { startOf } from '../contract/rules/buyer-rights'
import type { BuyerLink } from '../contract/types'
import type { Case } from './api'
import { CaseChooser, caseName, colorsFor } from './case-chooser'
import { CasePicture } from './case-picture'
import { BackButton, Icon } from './icon'
import { hasGallery, ShopHead, Showcase, Steps } from './shop-head'
import { useAttempt } from './use-attempt'

interface StartProps {
  readonly link: BuyerLink
  readonly onBegin: (start: Case & { readonly templateId: number | null }) => Promise<void>
  /** Goes back to the design that was open; null if none was. */
  readonly onBack: (() => void) | null
  readonly onDesigns: () => void
}

/** The way to a new design: the phone, its material and colour, and then a template or an empty design, as the link's mode allows. */
export function Start({ link, onBegin, onBack, onDesigns }: StartProps) {
  const [chosen, setChosen] = useState<Case | null>(null)
  const [modelId, setModelId] = useState<number | null>(null)
  const [wanted, setWanted] = useState<number | null>(null)
  const { attempt, busy, problem } = useAttempt()
  const closed = closedOf(link)
  if (closed) {
    return (
      <main className="start">
        {onBack && <BackButton onBack={onBack} />}
        <ShopHead shopName={link.shopName} onDesigns={onDesigns} />
        <Showcase link={link} wanted={null} onWant={null} />
        <div className="notice-card" role="note">
          <h1>{closed.title}</h1>
          <p>{closed.text}</p>
        </div>
      </main>
    )
  }
  const begin = (of: Case, templateId: number | null) => attempt(() => onBegin({ ...of, templateId }))
  if (!chosen) {
    return (
      <CaseChooser
        link={link}
        modelId={modelId}
        onBack={onBack}
        head={
          <>
            <ShopHead shopName={link.shopName} onDesigns={onDesigns} />
            <Showcase link={link} wanted={wanted} onWant={startOf(link.mode).templates === 'none' ? null : setWanted} />
            <Steps link={link} now={1} />
          </>
        }
        onChoose={(next) => {
          setChosen(next)
          // Where there is nothing left to choose, the design begins at once.
          const [only] = link.templates
          if (wanted !== null) void begin(next, wanted)
          else if (!hasGallery(link)) void begin(next, only?.id ?? null)
        }}
      />
    )
  }
  return (
    <Templates
      link={link}
      chosen={chosen}
      wanted={wanted}
      busy={busy}
      problem={problem}
      onChoose={(templateId) => begin(chosen, templateId)}
      onBack={() => {
        setModelId(colorsFor(link, chosen.phoneModelId).length > 1 ? chosen.phoneModelId : null)
        setChosen(null)
      }}
    />
  )
}

/** Returns why no design can be begun behind a link; null while one can. */
function closedOf({ closedText, cases, templates, mode }: BuyerLink): { readonly title: string; readonly text: string } | null {
  if (closedText !== null) return { title: '现在不能定制', text: closedText }
  if (cases.length === 0) return { title: '暂时没有可以定制的机型', text: '请联系卖家，由卖家上架机型后再来。' }
  if (templates.length === 0 && !startOf(mode).blank)
    return { title: '还没有款式', text: '卖家还没有上架款式，请联系卖家，上架后再来。' }
  return null
}

interface NoticeProps {
  readonly title: string
  readonly text: string
  /** Tries again; null where another attempt would fail in the same way. */
  readonly onRetry?: (() => void) | null
  /** Further ways out of the page. */
  readonly children?: ReactNode
}

export function Notice({ title, text, onRetry = null, children }: NoticeProps) {
  return (
    <main className="notice">
      <span className="case-picture is-empty" aria-hidden="true" />
      <h1>{title}</h1>
      <p>{text}</p>
      {onRetry && (
        <button type="button" className="primary" onClick={onRetry}>
          再试一次
        </button>
      )}
      {children}
    </main>
  )
}

interface TemplatesProps {
  readonly link: BuyerLink
  readonly chosen: Case
  /** The template that was chosen before the phone. */
  readonly wanted: number | null
  readonly busy: boolean
  readonly problem: string | null
  readonly onChoose: (templateId: number | null) => void
  readonly onBack: () => void
}

function Templates({ link, chosen, wanted, busy, problem, onChoose, onBack }: TemplatesProps) {
  const { blank } = startOf(link.mode)
  return (
    <main className="start">
      <header>
        <BackButton onBack={onBack} />
        <Steps link={link} now={2} />
        <h1>{link.templates.length > 0 ? '选一个喜欢的款式' : '开始设计'}</h1>
        <p className="hint">{caseName(link, chosen)}</p>
      </header>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {busy && (
        <p className="hint" role="status">
          正在打开…
        </p>
      )}
      <ul className="gallery">
        {blank && (
          <li>
            <button type="button" disabled={busy} onClick={() => onChoose(null)}>
              <span className="case-picture is-empty">
                <Icon name="plus" />
              </span>
              <span>空白设计</span>
            </button>
          </li>
        )}
        {link.templates.map((template) => (
          <li key={template.id}>
            <button
              type="button"
              disabled={busy}
              aria-pressed={template.id === wanted || undefined}
              onClick={() => onChoose(template.id)}
            >
              <CasePicture template={template} />
              <span>{template.name || '未命名'}</span>
            </button>
          </li>
        ))}
      </ul>
    </main>
  )
}
