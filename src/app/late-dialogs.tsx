/**
 * Dialogs and panels that a page needs late, if at all. Their code is loaded after the first screen has its data, so that they open without a
 * network, too, and with a server that has another build by then.
 */
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import { loadDialogs } from '../ui/confirm'
import { lazyScreen } from '../ui/lazy-screen'
import { useEverTrue } from '../ui/use-value-while-closing'
import { failures } from './failures'
import { preloadOverlays } from './palette/shell-keys'

export const LoginLayer = lazyScreen(() => import('./login-layer'))
export const HelpTopics = lazyScreen(() => import('./help-topics'))
/** Draws nothing until its code is there: a screen that fails before that says so itself. */
const FailureModal = lazyScreen(() => import('./failure-modal'), { Cover: () => null })

/** The dialog that tells what failed. */
export function Failures() {
  const { current } = useSnapshot(failures)
  const needed = useEverTrue(current !== null)
  // The tutorial's link opens another screen, over which the dialog must not stay.
  const [path] = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each change of path
  useEffect(() => {
    failures.current = null
  }, [path])
  return needed && <FailureModal />
}

/** Loads the code of all of them. Never rejects: what could not be loaded is loaded again when it is needed. */
export async function loadLateDialogs(): Promise<void> {
  const screens = [LoginLayer, FailureModal, HelpTopics].map(({ preload }) => preload())
  await Promise.all([...screens, loadDialogs().catch(() => undefined), preloadOverlays()])
}
