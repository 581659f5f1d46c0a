import { useEffect, useState } from 'react'
import { revokeOnceLoaded } from '../../../contract/ground/revoke-once-loaded'

/**
 * Makes a high-resolution picture for the current key; when the key changes, the pending one is dropped.
 *
 * @param key identifies the picture; null means none.
 * @returns an address for an image element; null until it is made or when it cannot be made.
 */
export function useHighResolution(key: string | null, make: (signal: AbortSignal) => Promise<Blob>): string | null {
  const [result, setResult] = useState<{ readonly key: string; readonly url: string } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that matters
  useEffect(() => {
    if (key === null) return
    const controller = new AbortController()
    let url: string | null = null
    // Wait a moment, so that flipping through many makes none of the skipped ones.
    const wait = setTimeout(async () => {
      try {
        const picture = await make(controller.signal)
        if (controller.signal.aborted) return
        url = URL.createObjectURL(picture)
        setResult({ key, url })
      } catch {
        // The thumbnail stays visible; saving reports the cause.
      }
    }, 150)
    return () => {
      clearTimeout(wait)
      controller.abort()
      if (url !== null) revokeOnceLoaded(url)
      setResult(null)
    }
  }, [key])
  return result?.key === key ? result.url : null
}
