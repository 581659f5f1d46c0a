import { useState } from 'react'
import { startOf } from '../contract/rules/buyer-rights'
import type { BuyerLink } from '../contract/types'
import type { Case } from './api'
import { CaseChooser, colorsFor } from './case-chooser'
import { useAttempt } from './use-attempt'

interface StartProps {
  readonly link: BuyerLink
  readonly onBegin: (start: Case & { readonly templateId: number | null }) => Promise<void>
  /** Goes back to the design that was open; null if none was. */
  readonly onBack: (() => void) | null
}

/** Choosing the phone, the case and a template, one after another. */
export function Start({ link, onBegin, onBack }: StartProps) {
  const [chosen, setChosen] = useState<Case | null>(null)
  const [modelId, setModelId] = useState<number | null>(null)
  if (link.cases.length === 0) return <Notice title="暂时没有可以定制的机型" text="请联系卖家，由卖家上架机型后再来。" />
  if (!chosen) {
    return <CaseChooser link={link} modelId={modelId} onChoose={setChosen} onBack={onBack} />
  }
  return (
    <Templates
      link={link}
      onChoose={(templateId) => onBegin({ ...chosen, templateId })}
      onBack={() => {
        setModelId(colorsFor(link, chosen.phoneModelId).length > 1 ? chosen.phoneModelId : null)
        setChosen(null)
      }}
    />
  )
}

interface NoticeProps {
  readonly title: string
  readonly text: string
  /** Tries again; null where another attempt would fail in the same way. */
  readonly onRetry?: (() => void) | null
}

export function Notice({ title, text, onRetry = null }: NoticeProps) {
  return (
    <main className="notice">
      <h1>{title}</h1>
      <p>{text}</p>
      {onRetry && (
        <button type="button" className="primary" onClick={onRetry}>
          再试一次
        </button>
      )}
    </main>
  )
}

interface TemplatesProps {
  readonly link: BuyerLink
  readonly onChoose: (templateId: number | null) => Promise<void>
  readonly onBack: () => void
}

function Templates({ link, onChoose, onBack }: TemplatesProps) {
  const { blank } = startOf(link.mode)
  const { attempt, busy, problem } = useAttempt()
  const begin = (templateId: number | null) => attempt(() => onChoose(templateId))
  return (
    <main className="start">
      <header>
        <button type="button" className="back" onClick={onBack}>
          ‹ 返回
        </button>
        <h1>{link.templates.length > 0 ? '选一个喜欢的款式' : '开始设计'}</h1>
      </header>
      {problem && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
      {link.templates.length === 0 && !blank && <p className="hint">卖家还没有上架款式，请联系卖家。</p>}
      <ul className="templates">
        {blank && (
          <li>
            <button type="button" disabled={busy} onClick={() => begin(null)}>
              <span className="blank">＋</span>
              空白设计
            </button>
          </li>
        )}
        {link.templates.map(({ id, name, thumbnailUrl }) => (
          <li key={id}>
            <button type="button" disabled={busy} onClick={() => begin(id)}>
              {thumbnailUrl ? <img src={`${thumbnailUrl}?w=400`} alt="" loading="lazy" /> : <span className="blank" />}
              {name || '未命名'}
            </button>
          </li>
        ))}
      </ul>
    </main>
  )
}
