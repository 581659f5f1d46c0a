import type { ReactNode } from 'react'

interface PageProps {
  readonly title: string
  /** The one thing sellers come here to do. */
  readonly primary?: ReactNode
  /** Quieter acts beside it. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

/** A screen of the shell: title left, acts right, content below. */
export function Page({ title, primary, actions, children }: PageProps) {
  return (
    <section className="page">
      <header className="page-header">
        <h1 className="page-title">{title}</h1>
        <div className="page-actions">
          {actions}
          {primary}
        </div>
      </header>
      {children}
    </section>
  )
}
