/**
 * The phone's back button: it closes what was opened last, a sheet or a step, and leaves the page only from the editor or the start. Each
 * open step has an entry in the browser's history, so that going back takes that entry and not the page.
 */
import { useEffect, useRef } from 'react'

interface Step {
  readonly back: () => void
}

/** Open steps, the one opened last at the end. */
const steps: Step[] = []
/** Number of history entries that belong to steps. */
let entries = 0
/** Number of popstate events that this module caused itself. */
let expected = 0
let isScheduled = false
/** The page's present address: older history entries may still hold the address of another design. */
let address: string | null = null

/** Returns the number of open steps of a history entry; null for one that is not ours, such as a typed address with another fragment. */
const depthIn = (state: unknown): number | null => {
  const { buyerSteps } = (state ?? {}) as { readonly buyerSteps?: unknown }
  return typeof buyerSteps === 'number' ? buyerSteps : null
}

/** Brings the history in line with the open steps, once after all that opened and closed together. */
function arrange(): void {
  isScheduled = false
  // Entries are being removed: the popstate that ends the removal calls this function again.
  if (expected > 0) return
  if (steps.length < entries) {
    expected += 1
    const surplus = steps.length - entries
    entries = steps.length
    history.go(surplus)
    return
  }
  if (entries < steps.length && depthIn(history.state) === null) history.replaceState({ buyerSteps: 0 }, '')
  for (; entries < steps.length; entries += 1) history.pushState({ buyerSteps: entries + 1 }, '')
}

function schedule(): void {
  if (isScheduled) return
  isScheduled = true
  queueMicrotask(arrange)
}

function onPop({ state }: PopStateEvent): void {
  const depth = depthIn(state)
  if (depth === null) {
    address = null
    return
  }
  if (address !== null) history.replaceState(state, '', address)
  if (expected > 0) {
    expected -= 1
    schedule()
    return
  }
  entries = depth
  // The steps close themselves; forward, nothing opens again.
  for (const step of steps.splice(entries).reverse()) step.back()
  schedule()
}

/** Replaces the page's address, in every entry that belongs to it. */
export function replaceAddress(next: string): void {
  address = next
  history.replaceState({ buyerSteps: depthIn(history.state) ?? 0 }, '', next)
}

/** While `isOpen`, the phone's back button calls `back` instead of leaving the page. */
export function useBackStep(isOpen: boolean, back: () => void): void {
  const latest = useRef(back)
  useEffect(() => {
    latest.current = back
  })
  useEffect(() => {
    if (!isOpen) return
    const step: Step = { back: () => latest.current() }
    // Adding the same listener again changes nothing.
    addEventListener('popstate', onPop)
    steps.push(step)
    schedule()
    return () => {
      const at = steps.indexOf(step)
      if (at >= 0) steps.splice(at, 1)
      schedule()
    }
  }, [isOpen])
}
