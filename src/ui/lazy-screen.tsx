import { Spin } from '@arco-design/web-react'
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { ErrorBoundary, type FallbackProps } from 'react-error-boundary'
import { checkForNewVersion } from '../base/new-version'
import { ErrorPage } from './error-page'

export const screenLoadLimitMs = 120_000

/** The code of a screen could not be loaded. */
export class ScreenLoadError extends Error {
  override readonly name = 'ScreenLoadError'
}

export interface ScreenModule<P> {
  readonly default: ComponentType<P>
}

/** Loads a screen's code within the time limit; after a failure it also checks whether a newer build replaced the file. */
async function loadScreen<P>(load: () => Promise<ScreenModule<P>>, limitMs: number): Promise<ScreenModule<P>> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ScreenLoadError('页面加载超过 120 秒，请检查网络后重试')), limitMs)
  })
  try {
    return await Promise.race([load(), timeout])
  } catch (cause) {
    const isNewVersion = await checkForNewVersion()
    if (isNewVersion) throw new ScreenLoadError('有新版本，刷新页面后使用', { cause })
    if (cause instanceof ScreenLoadError) throw cause
    throw new ScreenLoadError('页面没有加载成功，请检查网络后重试', { cause })
  } finally {
    clearTimeout(timer)
  }
}

/** A component whose code is loaded when it is first shown. */
export type LazyScreen<P> = ComponentType<P> & {
  /** Loads the code before it is shown. Never rejects: the screen itself tells of a failure, and tries again. */
  readonly preload: () => Promise<void>
}

/** Shown while a screen's code is loading. */
export function ScreenLoading() {
  return (
    <div className="screen-loading" role="status" aria-label="正在加载">
      <Spin delay={200} />
    </div>
  )
}

interface LazyOptions<P> {
  readonly limitMs?: number
  /**
   * Frame for the loading and error states; it gets the screen's own props. Absent: they are shown in the place of the screen.
   */
  readonly Cover?: ComponentType<P & { readonly children: ReactNode }>
}

/**
 * Returns a component whose code is loaded when it is first shown, with 重试 after a failure.
 *
 * @param load the dynamic import; called again for each retry, because React.lazy caches a failed one.
 */
export function lazyScreen<P extends object>(
  load: () => Promise<ScreenModule<P>>,
  { limitMs = screenLoadLimitMs, Cover }: LazyOptions<P> = {},
): LazyScreen<P> {
  const createLazy = (): ComponentType<P> => lazy(() => loadScreen(load, limitMs))
  let current = createLazy()
  const preload = async () => {
    try {
      const { default: Screen } = await load()
      // React.lazy would show its fallback once more, although the code is here.
      current = Screen
    } catch {
      // What could not be loaded is loaded again when it is shown.
    }
  }
  // biome-ignore lint/correctness/noComponentHookFactories: called once per module, as React.lazy itself is
  const LazyScreen = (props: P) => {
    const [Screen, setScreen] = useState(() => current)
    const retry = () => {
      current = createLazy()
      setScreen(() => current)
    }
    const withCover = (state: ReactNode) => (Cover ? <Cover {...props}>{state}</Cover> : state)
    return (
      <ErrorBoundary fallbackRender={(failure: FallbackProps) => withCover(<ErrorPage {...failure} />)} onReset={retry}>
        <Suspense fallback={withCover(<ScreenLoading />)}>
          <Screen {...props} />
        </Suspense>
      </ErrorBoundary>
    )
  }
  return Object.assign(LazyScreen, { preload })
}
