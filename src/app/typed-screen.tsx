import type { ReactNode } from 'react'
import { Redirect, useLocation, useParams } from 'wouter'
import { Page } from '../ui/page'
import { TabBar } from '../ui/tab-bar'

export interface ScreenTab {
  /** Last part of the path. */
  readonly type: string
  readonly label: string
  /** May show its actions beside the title with PageActions. */
  readonly content: ReactNode
}

interface TypedScreenProps {
  readonly title: string
  /** Path without the tab. */
  readonly base: string
  readonly tabs: readonly ScreenTab[]
  /** The open tab where the path of the route has no `:type`. */
  readonly type?: string | undefined
  /** Shown above all tabs. */
  readonly above?: ReactNode
}

/** A screen whose tabs are the `:type` of its path; a path without one, or with an unknown one, redirects to the first tab. */
export function TypedScreen({ title, base, tabs, type: given, above }: TypedScreenProps) {
  const { type = given } = useParams<{ type?: string }>()
  const [, navigate] = useLocation()
  const current = tabs.find((tab) => tab.type === type)
  if (!current) return <Redirect to={`${base}/${tabs[0]?.type}`} replace />
  return (
    <Page title={title}>
      {above}
      <TabBar
        label={title}
        tabs={tabs.map((tab) => ({ key: tab.type, label: tab.label }))}
        active={current.type}
        onChange={(next) => navigate(`${base}/${next}`)}
      >
        {current.content}
      </TabBar>
    </Page>
  )
}
