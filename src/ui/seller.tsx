import { createContext, type ReactNode, useContext, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { SessionExpiredError } from '../../contract/call-errors'

export interface Seller {
  readonly username: string | null
  /** False between the end of a session and the next login. */
  readonly signedIn: boolean
}

const SellerContext = createContext<Seller>({ username: null, signedIn: true })

/** Provides the signed-in seller to the forms below it. */
export function SellerProvider({ username, signedIn, children }: Seller & { readonly children: ReactNode }) {
  const seller = useMemo(() => ({ username, signedIn }), [username, signedIn])
  return <SellerContext value={seller}>{children}</SellerContext>
}

export const useSeller = (): Seller => useContext(SellerContext)

/** Whether an error means that the session has ended; also as the cause of a failure during several calls. */
export const isSessionEnd = (error: unknown): boolean =>
  error instanceof SessionExpiredError || (error instanceof Error && isSessionEnd(error.cause))

/**
 * Repeats a save that failed because the session ended, once, when the same seller has signed in again.
 *
 * @param error the failure of the save; null while there is none.
 */
export function useRetrySaveAfterLogin(error: unknown, save: () => void): void {
  const { username, signedIn } = useSeller()
  const failedFor = useRef<string | null>(null)
  const retrySave = useEffectEvent(save)
  useEffect(() => {
    if (!isSessionEnd(error)) failedFor.current = null
    else if (!signedIn) failedFor.current ??= username
    else if (failedFor.current !== null && failedFor.current === username) {
      failedFor.current = null
      retrySave()
    }
  }, [error, signedIn, username])
}

/** Shown in a form whose save waits for the login. */
export const savesAfterLoginText = '登录过期了，填写的内容都在。重新登录后会自动保存。'
