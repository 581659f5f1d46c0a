import type { ReactNode } from 'react'
import './status-tag.css'

interface StatusTagProps {
  readonly tone?: 'plain' | 'accent' | 'good' | 'warn' | 'bad'
  readonly title?: string | undefined
  readonly children: ReactNode
}

/** A state as one word on a coloured tag. Arco's coloured tags have too little contrast, hence the theme's readable colours. */
export function StatusTag({ tone = 'plain', title, children }: StatusTagProps) {
  return (
    <span className={`orders-tag is-${tone}`} title={title}>
      {children}
    </span>
  )
}
