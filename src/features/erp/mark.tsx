import type { ReactNode } from 'react'

interface MarkProps {
  readonly tone: 'good' | 'automatic' | 'warning'
  /** An explanation, where the word alone is not clear. */
  readonly hint?: string
  readonly children: ReactNode
}

/** A word on a tinted background. Arco's own tags have too little contrast. */
export function Mark({ tone, hint, children }: MarkProps) {
  return (
    <span className={`erp-mark is-${tone}`} title={hint}>
      {children}
    </span>
  )
}
