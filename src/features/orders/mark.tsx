import type { ReactNode } from 'react'
import './mark.css'

interface MarkProps {
  readonly tone?: 'plain' | 'accent' | 'good' | 'warn' | 'bad'
  readonly title?: string | undefined
  readonly children: ReactNode
}

/** A state as one word on a coloured tag. Arco's coloured tags have too little contrast, hence the theme's readable colours. */
export function Mark({ tone = 'plain', title, children }: MarkProps) {
  return (
    <span className={`orders-mark is-${tone}`} title={title}>
      {children}
    </span>
  )
}
