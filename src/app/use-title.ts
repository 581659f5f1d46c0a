import { useEffect } from 'react'
import { productFace } from './mini-app'

/** The browser's tab says the same as the screen. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${productFace.name}`
  }, [title])
}
