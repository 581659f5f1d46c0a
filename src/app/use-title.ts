import { useEffect } from 'react'
import { miniApp } from './mini-app'

/** The browser's tab says the same as the screen. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${miniApp.name}`
  }, [title])
}
