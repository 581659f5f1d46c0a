import { useEffect, useState } from 'react'
import { revokeOnceLoaded } from '../../contract/ground/revoke-once-loaded'

/** The address of a file while the component shows it; null before the first render has ended. */
export function useObjectUrl(blob: Blob | null): string | null {
  const [src, setSrc] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return setSrc(null)
    const url = URL.createObjectURL(blob)
    setSrc(url)
    return () => revokeOnceLoaded(url)
  }, [blob])
  return src
}
