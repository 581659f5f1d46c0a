import './appearance.css'
import { IconDown, IconRight } from '@arco-design/web-react/icon'
import { type ReactNode, useState } from 'react'

/** Sections that the seller opened, for all layers until the page is reloaded. */
const opened = new Set<string>()

interface FoldingSectionProps {
  readonly title: string
  /** Whether the layer has what the section shows; it is open then until the seller closes it. */
  readonly isUsed: boolean
  /** Shown at the right end of the title. */
  readonly extra?: ReactNode
  readonly children: ReactNode
}

/** A section of the right panel that is folded until it is needed, so that the panel stays short. */
export function FoldingSection({ title, isUsed, extra, children }: FoldingSectionProps) {
  const [choice, setChoice] = useState<boolean | null>(opened.has(title) ? true : null)
  const isOpen = choice ?? isUsed
  const toggle = () => {
    if (isOpen) opened.delete(title)
    else opened.add(title)
    setChoice(!isOpen)
  }
  return (
    <section className="designer-section" aria-label={title}>
      <h3 className="designer-section-title designer-effects-title">
        <button type="button" className="designer-fold-title" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? <IconDown /> : <IconRight />}
          {title}
        </button>
        {isOpen && extra}
      </h3>
      {isOpen && children}
    </section>
  )
}
