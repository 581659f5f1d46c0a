import type { ReactNode } from 'react'
import './tag.css'

interface TagProps {
  readonly tone?: 'plain' | 'accent' | 'good' | 'warn' | 'bad'
  readonly children: ReactNode
}

/** A state in a few words. Arco's coloured tags have too little contrast, hence the theme's readable colours. */
export function Tag({ tone = 'plain', children }: TagProps) {
  return <span className={`floor-tag is-${tone}`}>{children}</span>
}
