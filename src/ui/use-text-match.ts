import { useEffect, useState } from 'react'
import { createTextMatch, matchPlainly, mayBePinyin, type TextMatch } from '../base/text-match'

let byPinyin: TextMatch | null = null
let loading: Promise<TextMatch> | null = null

/** Loads the pinyin dictionary, which is larger than a whole screen, with the first search that may be pinyin. */
export function loadPinyin(): Promise<TextMatch> {
  loading ??= import('pinyin-pro')
    .then(({ pinyin }) => {
      const readingsByCharacter = new Map<string, readonly string[]>()
      byPinyin = createTextMatch((character) => {
        const readings = readingsByCharacter.get(character) ?? [
          ...new Set(pinyin(character, { type: 'array', toneType: 'none', multiple: true, v: true })),
        ]
        readingsByCharacter.set(character, readings)
        return readings
      })
      return byPinyin
    })
    .catch((error: unknown) => {
      loading = null
      throw error
    })
  return loading
}

/**
 * Returns the comparison of names with a search: as written, and by pinyin or initials once the dictionary is loaded. It is
 * then a new function, so that filtered lists are filtered again.
 */
export function useTextMatch(query: string): TextMatch {
  const [match, setMatch] = useState<TextMatch>(() => byPinyin ?? matchPlainly)
  const needsPinyin = byPinyin === null && mayBePinyin(query)
  useEffect(() => {
    if (!needsPinyin) return
    let isUnmounted = false
    // Without the dictionary names are found only as written.
    loadPinyin().then(
      (loaded) => !isUnmounted && setMatch(() => loaded),
      () => undefined,
    )
    return () => {
      isUnmounted = true
    }
  }, [needsPinyin])
  return byPinyin ?? match
}
