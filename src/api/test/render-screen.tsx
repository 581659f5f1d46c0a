/** Renders a screen as the app does: over an API, a platform, queries and the page's address. */
import { Message } from '@arco-design/web-react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import type { Platform } from '../../../adapters/platform'
import { type Api, ServicesProvider } from '../services'
import { fakePlatform } from './fake-platform'

interface ScreenOptions {
  readonly api: Api
  readonly platform?: Platform
  /** The page's address; absent: it stays. */
  readonly address?: string
  /** Absent: a client of its own. */
  readonly queries?: QueryClient
}

/** A client of queries that reports a failure at once. */
export const testQueries = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

export function renderScreen(
  screen: ReactNode,
  { api, platform = fakePlatform(), address, queries = testQueries() }: ScreenOptions,
) {
  if (address !== undefined) history.replaceState(null, '', address)
  // Toasts of an earlier test hang in a container that the end of that test removed.
  const toasts = document.body.appendChild(document.createElement('div'))
  Message.config({ getContainer: () => toasts })
  const { container, unmount } = render(
    <QueryClientProvider client={queries}>
      <ServicesProvider api={api} platform={platform}>
        {screen}
      </ServicesProvider>
    </QueryClientProvider>,
  )
  return { queries, container, unmount, user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }) }
}
