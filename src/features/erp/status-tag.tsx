import type { ReactNode } from 'react'

interface StatusTagProps {
  readonly tone: 'good' | 'automatic' | 'warning'
  /** An explanation, where the word alone is not clear. */
  readonly hint?: string
  readonly children: ReactNode
}

/** A word on a tinted background. Arco's own tags have too little contrast. */
export function StatusTag({ tone, hint, children }: StatusTagProps) {
  return (
    <span className={`erp-tag is-${tone}`} title={hint}>
      {children}
    </span>
  )
}
