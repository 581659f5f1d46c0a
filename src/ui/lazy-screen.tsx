import { Spin } from '@arco-design/web-react'
import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react'
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
  /** Shown while the code is loading; absent: a spinner. */
  readonly Loading?: ComponentType
}

/** The code of a screen: what is here already, and how to load it. */
interface Source<P> {
  current(): ComponentType<P> | null
  /** Loads the code; called again after a failure, it tries again. */
  load(): Promise<ComponentType<P>>
}

interface LoadedProps<P> {
  readonly source: Source<P>
  readonly props: P
  readonly loading: ReactNode
}

/** Shows a screen as soon as its code is here. React's Suspense keeps what it shows meanwhile for 300 ms, however soon the code comes. */
function Loaded<P extends object>({ source, props, loading }: LoadedProps<P>) {
  const [Screen, setScreen] = useState(source.current)
  const [failure, setFailure] = useState<{ readonly cause: unknown } | null>(null)
  useLayoutEffect(() => {
    if (Screen !== null) return
    let isShown = true
    source.load().then(
      (loaded) => isShown && setScreen(() => loaded),
      (cause: unknown) => isShown && setFailure({ cause }),
    )
    return () => {
      isShown = false
    }
  }, [Screen, source])
  if (failure !== null) throw failure.cause
  return Screen === null ? loading : <Screen {...props} />
}

/**
 * Returns a component whose code is loaded when it is first shown, with 重试 after a failure.
 *
 * @param load the dynamic import; called again for each retry.
 */
export function lazyScreen<P extends object>(
  load: () => Promise<ScreenModule<P>>,
  { limitMs = screenLoadLimitMs, Cover, Loading = ScreenLoading }: LazyOptions<P> = {},
): LazyScreen<P> {
  let current: ComponentType<P> | null = null
  const source: Source<P> = {
    current: () => current,
    async load() {
      current = (await loadScreen(load, limitMs)).default
      return current
    },
  }
  const preload = async () => {
    try {
      current = (await load()).default
    } catch {
      // A screen that could not be loaded is loaded again when it is shown.
    }
  }
  // biome-ignore lint/correctness/noComponentHookFactories: called once per module, as React.lazy itself is
  const LazyScreen = (props: P) => {
    const withCover = (state: ReactNode) => (Cover ? <Cover {...props}>{state}</Cover> : state)
    return (
      <ErrorBoundary fallbackRender={(failure: FallbackProps) => withCover(<ErrorPage {...failure} />)}>
        <Loaded source={source} props={props} loading={withCover(<Loading />)} />
      </ErrorBoundary>
    )
  }
  return Object.assign(LazyScreen, { preload })
}
