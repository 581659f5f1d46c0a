import type { ReactNode } from 'react'
import './mark.css'

interface MarkProps {
  readonly tone?: 'plain' | 'accent' | 'good' | 'warn' | 'bad'
  readonly title?: string | undefined
  readonly children: ReactNode
}

/** A state in a word: Arco's coloured tags are too faint to read, so the colour is beside the words, or in the theme's readable hues. */
export function Mark({ tone = 'plain', title, children }: MarkProps) {
  return (
    <span className={`orders-mark is-${tone}`} title={title}>
      {children}
    </span>
  )
}
