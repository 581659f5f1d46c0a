import { useEffect, useState } from 'react'

/**
 * A picture made while it is looked at; whatever is looked at before it is made is what is made then.
 *
 * @param key what the picture is of; another key is another picture. null: none.
 * @returns an address for a picture element, null until there is one or when it cannot be made.
 */
export function useSharp(key: string | null, make: (signal: AbortSignal) => Promise<Blob>): string | null {
  const [made, setMade] = useState<{ readonly key: string; readonly url: string } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says all that matters
  useEffect(() => {
    if (key === null) return
    const stop = new AbortController()
    let url: string | null = null
    // Going through many quickly makes none of those passed by.
    const wait = setTimeout(async () => {
      try {
        const picture = await make(stop.signal)
        if (stop.signal.aborted) return
        url = URL.createObjectURL(picture)
        setMade({ key, url })
      } catch {
        // The thumbnail stands there already; saving tells what is wrong.
      }
    }, 150)
    return () => {
      clearTimeout(wait)
      stop.abort()
      if (url !== null) URL.revokeObjectURL(url)
      setMade(null)
    }
  }, [key])
  return made?.key === key ? made.url : null
}
