import { Button } from '@arco-design/web-react'
import { IconLeft } from '@arco-design/web-react/icon'
import { createContext, type ReactNode, useContext, useState } from 'react'
import { createPortal } from 'react-dom'
import { OneLine } from './one-line'
import { usePublishedHeight } from './use-published-height'

const ActionsElementContext = createContext<HTMLElement | null>(null)

interface PageProps {
  readonly title: string
  /** Link back to the parent screen: 返回图库. */
  readonly back?: { readonly label: string; readonly go: () => void }
  /** The main action of the screen. */
  readonly primary?: ReactNode
  /** Secondary actions beside it. */
  readonly actions?: ReactNode
  /** Whether the header stays visible while the list is scrolled, because its actions apply to the selected rows. */
  readonly isSticky?: boolean
  readonly children: ReactNode
}

/** A screen of the shell: title left, actions right, content below. */
export function Page({ title, back, primary, actions, isSticky = false, children }: PageProps) {
  const [actionsElement, setActionsElement] = useState<HTMLElement | null>(null)
  const headerRef = usePublishedHeight()
  return (
    <section className="page">
      <header className={`page-header${isSticky ? ' is-in-sight' : ''}`} ref={isSticky ? headerRef : null}>
        <h1 className="page-title">{title}</h1>
        <OneLine className="page-actions" contentRef={setActionsElement}>
          {back && (
            <Button icon={<IconLeft />} onClick={back.go}>
              {back.label}
            </Button>
          )}
          {actions}
          {primary}
        </OneLine>
      </header>
      <ActionsElementContext value={actionsElement}>{children}</ActionsElementContext>
    </section>
  )
}

/** Actions of one part of the screen, such as the open tab, shown beside the page's title. */
export function PageActions({ children }: { readonly children: ReactNode }) {
  const actionsElement = useContext(ActionsElementContext)
  return actionsElement === null ? null : createPortal(children, actionsElement)
}
