import { useEffect } from 'react'
import { productFace } from './mini-app'

/** Sets the title of the browser's tab to that of the screen. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${productFace.name}`
  }, [title])
}
