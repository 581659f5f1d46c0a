import type { ReactNode } from 'react'

interface MarkProps {
  readonly tone: 'good' | 'automatic' | 'warning'
  /** What it means, where the words alone do not tell. */
  readonly hint?: string
  readonly children: ReactNode
}

/** A word on a tint; Arco's own tags are too faint to read. */
export function Mark({ tone, hint, children }: MarkProps) {
  return (
    <span className={`erp-mark is-${tone}`} title={hint}>
      {children}
    </span>
  )
}
