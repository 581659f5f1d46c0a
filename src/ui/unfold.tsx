import './unfold.css'
import { IconRight } from '@arco-design/web-react/icon'
import type { ReactNode } from 'react'

interface UnfoldProps {
  readonly summary: ReactNode
  readonly className?: string
  readonly children: ReactNode
}

/** Details below a line that unfolds them, with the arrow of all other folding parts. */
export function Unfold({ summary, className = '', children }: UnfoldProps) {
  return (
    <details className={`unfold ${className}`}>
      <summary>
        <IconRight className="unfold-mark" />
        {summary}
      </summary>
      {children}
    </details>
  )
}
