import { useEffect } from 'react'
import { productBrand } from './mini-app'

/** Sets the title of the browser's tab to that of the screen. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${productBrand.name}`
  }, [title])
}
