import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { SessionExpiredError } from '../../../contract/call-errors'
import { meQuery } from '../../api/queries/session'
import { useApi } from '../../api/services'
import { session } from '../session-store'

export type SignIn =
  | { readonly state: 'out' }
  | { readonly state: 'asking' }
  | { readonly state: 'in'; readonly username: string }
  /** The state could not be determined. */
  | { readonly state: 'failed'; readonly error: Error; readonly isChecking: boolean; retry(): void }

/** Returns whether somebody is signed in according to the server, because a token alone may have expired. */
export function useSignIn(): SignIn {
  const { token } = useSnapshot(session)
  const me = useQuery({ ...meQuery(useApi()), enabled: token !== null, meta: { quiet: true } })
  const username = me.data?.username
  useEffect(() => {
    if (username !== undefined) session.username = username
  }, [username])
  if (token === null) return { state: 'out' }
  if (username !== undefined) return { state: 'in', username }
  // The end of the session removes the token a moment later.
  if (me.error === null || me.error instanceof SessionExpiredError) return { state: 'asking' }
  return { state: 'failed', error: me.error, isChecking: me.isFetching, retry: () => void me.refetch() }
}
