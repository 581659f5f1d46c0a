import { type ComponentType, useEffect, useState } from 'react'

/** A component whose code is loaded when it is shown first. */
export interface Part<P> {
  /** Null until it is loaded. */
  component: ComponentType<P> | null
  load(): Promise<void>
}

export function partOf<P>(load: () => Promise<ComponentType<P>>): Part<P> {
  const part: Part<P> = {
    component: null,
    async load() {
      part.component = await load()
    },
  }
  return part
}

/**
 * Shows a part with its other properties. Nothing is seen until its code is there; where that cannot be loaded, such as without a network,
 * words say so and offer another try.
 */
export function Later<P extends object>({ part, ...props }: { readonly part: Part<P> } & P) {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>(part.component ? 'loaded' : 'loading')
  useEffect(() => {
    if (state !== 'loading') return
    let isCurrent = true
    part.load().then(
      () => isCurrent && setState('loaded'),
      () => isCurrent && setState('failed'),
    )
    return () => {
      isCurrent = false
    }
  }, [part, state])
  const Component = part.component
  if (state === 'loaded' && Component) return <Component {...(props as unknown as P)} />
  if (state !== 'failed') return null
  return (
    <p className="problem later-failed" role="alert">
      网络不通，请检查网络后重试{' '}
      <button type="button" onClick={() => setState('loading')}>
        重试
      </button>
    </p>
  )
}
