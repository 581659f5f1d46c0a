import type { ReactNode } from 'react'

interface EmptyProps {
  readonly picture: ReactNode
  readonly title: string
  /** One sentence that explains the screen and why to start. */
  readonly text: string
  readonly action?: ReactNode
}

/** The state of a screen before its first use, without any content. */
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
