import { useEffect } from 'react'
import { whenIdle } from '../base/when-idle'
import type { LazyScreen } from './lazy-screen'

/** Loads a part's code when the page is idle, so that the part opens at once, and without a network, too. */
export function usePreload<P>({ preload }: LazyScreen<P>): void {
  useEffect(() => {
    void whenIdle().then(preload)
  }, [preload])
}
