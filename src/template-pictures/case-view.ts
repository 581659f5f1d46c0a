/** Whether lists of templates show them on their cases or flat; remembered on this machine, and the same in all lists of the page. */
import { useSyncExternalStore } from 'react'
import { localValues } from '../../adapters/storage/values'

export const caseViews = ['case', 'flat'] as const
export type CaseView = (typeof caseViews)[number]

const key = 'kejiang.templateView'
const listeners = new Set<() => void>()

const read = (): CaseView => (localValues.getItem(key) === 'flat' ? 'flat' : 'case')

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

export function setCaseView(view: CaseView): void {
  localValues.setItem(key, view)
  for (const listener of listeners) listener()
}

export const useCaseView = (): CaseView => useSyncExternalStore(subscribe, read)
