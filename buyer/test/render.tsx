/**
 * Renders components of this page in tests by Preact, as the page does. It has what the plugin's tests take from React's testing library,
 * which renders by React.
 */
import { act as preactAct } from 'preact/test-utils'
import type { ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import '../effects'

const mounted = new Set<() => void>()

/** Does the work, then renders what it changed and runs the effects. What needs no waiting has happened when it returns. */
export const act = (work: () => unknown): Promise<void> => preactAct(work as () => void | Promise<void>)

/** Renders into the page until `cleanup`. */
export function render(element: ReactNode) {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  const rerender = (next: ReactNode) => void act(() => root.render(next))
  const unmount = () => {
    mounted.delete(unmount)
    void act(() => root.unmount())
    host.remove()
  }
  mounted.add(unmount)
  rerender(element)
  return { rerender, unmount }
}

/** Calls a hook in a component that shows nothing; `current` is what it returned last. */
export function renderHook<T>(useTested: () => T): { readonly result: { readonly current: T } } {
  const result = {} as { current: T }
  render(<HookHost useTested={useTested} result={result} />)
  return { result }
}

function HookHost<T>({ useTested, result }: { readonly useTested: () => T; readonly result: { current: T } }) {
  result.current = useTested()
  return null
}

/** Removes what the test has rendered. */
export function cleanup(): void {
  for (const unmount of [...mounted]) unmount()
}
