import type { ReactNode } from 'react'

interface EmptyProps {
  readonly picture: ReactNode
  readonly title: string
  /** One sentence: what this is and why to begin. */
  readonly text: string
  readonly action?: ReactNode
}

/** First use: nothing is here yet. */
export function EmptyState({ picture, title, text, action }: EmptyProps) {
  return (
    <div className="state-block">
      <div className="state-picture" aria-hidden="true">
        {picture}
      </div>
      <h2 className="state-title">{title}</h2>
      <p className="state-text">{text}</p>
      {action}
    </div>
  )
}
