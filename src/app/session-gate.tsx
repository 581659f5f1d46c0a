import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { Redirect } from 'wouter'
import { SessionExpiredError } from '../../contract/call-errors'
import { meQuery } from '../api/queries/session'
import { useApi } from '../api/services'
import { LoadError } from '../ui/failure-view'
import { ScreenLoading } from '../ui/lazy-screen'
import { SellerProvider } from '../ui/seller'
import { currentHref } from './location'
import { loginHref, safeReturn } from './session'
import { session } from './session-store'

/** Redirects users who are not signed in to the login. */
export function SessionGate({ children }: { readonly children: ReactNode }) {
  const api = useApi()
  const { token, suspendedAt, account } = useSnapshot(session)
  const me = useQuery({ ...meQuery(api), enabled: token !== null })
  const username = me.data?.username
  useEffect(() => {
    if (username === undefined) return
    // The first response belongs to the page's initial token; later ones are handled by the login, because this name may still be
    // the previous one.
    if (session.username === null) session.account = username
    session.username = username
  }, [username])
  if (token === null && suspendedAt === null) return <Redirect to={loginHref(safeReturn(currentHref()))} replace />
  if (me.isError && me.data === undefined && !(me.error instanceof SessionExpiredError)) {
    return <LoadError error={me.error} onRetry={() => void me.refetch()} retrying={me.isFetching} />
  }
  if (me.data === undefined) return <ScreenLoading />
  return (
    <SellerProvider username={me.data.username} signedIn={account !== null}>
      {children}
    </SellerProvider>
  )
}
