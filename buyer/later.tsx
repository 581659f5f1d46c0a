import { type ComponentType, useLayoutEffect, useState } from 'react'

/** A component whose code is loaded when it is shown first. */
export interface Part<P> {
  /** Differs from that of every other part. */
  readonly id: number
  /** Null until it is loaded. */
  component: ComponentType<P> | null
  load(): Promise<void>
}

let parts = 0

export function partOf<P>(load: () => Promise<ComponentType<P>>): Part<P> {
  parts += 1
  const part: Part<P> = {
    id: parts,
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
export function Later<P extends object>(props: { readonly part: Part<P> } & P) {
  // Preact gives a component the state of another of its type that is gone, wherever that was among the same siblings.
  return <Loading key={props.part.id} {...props} />
}

function Loading<P extends object>({ part, ...props }: { readonly part: Part<P> } & P) {
  const [state, setState] = useState<'loading' | 'loaded' | 'failed'>(part.component ? 'loaded' : 'loading')
  // Another effect would begin a frame later.
  useLayoutEffect(() => {
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
