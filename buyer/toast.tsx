import { useEffect } from 'react'

export interface ToastState {
  readonly text: string
  /** Takes back what was done, or does it again; null where there is nothing to do. */
  readonly action: { readonly label: string; readonly run: () => void } | null
}

/** A message is read within this time, ms; whoever needs longer finds the same in the header's buttons. */
const shownMs = 6000

/** A short message over the tools about what was just done. */
export function Toast({ state, onEnd }: { readonly state: ToastState; readonly onEnd: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: every message has its own time
  useEffect(() => {
    const timer = setTimeout(onEnd, shownMs)
    return () => clearTimeout(timer)
  }, [state])
  return (
    <div className="toast">
      <span role="status">{state.text}</span>
      {state.action && (
        <button type="button" onClick={state.action.run}>
          {state.action.label}
        </button>
      )}
    </div>
  )
}
