import { useEffect, useState } from 'react'
import { createTextMatch, matchPlainly, mayBePinyin, type TextMatch } from '../base/text-match'

let byPinyin: TextMatch | null = null
let coming: Promise<TextMatch> | null = null

/** Loads the pinyin dictionary, which is larger than a whole screen, with the first search that may be pinyin. */
export function loadPinyin(): Promise<TextMatch> {
  coming ??= import('pinyin-pro')
    .then(({ pinyin }) => {
      const known = new Map<string, readonly string[]>()
      byPinyin = createTextMatch((character) => {
        const readings = known.get(character) ?? [
          ...new Set(pinyin(character, { type: 'array', toneType: 'none', multiple: true, v: true })),
        ]
        known.set(character, readings)
        return readings
      })
      return byPinyin
    })
    .catch((error: unknown) => {
      coming = null
      throw error
    })
  return coming
}

/**
 * Returns the comparison of names with a search: as written, and by pinyin or initials once the dictionary is loaded. It is
 * then a new function, so that filtered lists are filtered again.
 */
export function useTextMatch(query: string): TextMatch {
  const [match, setMatch] = useState<TextMatch>(() => byPinyin ?? matchPlainly)
  const wanted = byPinyin === null && mayBePinyin(query)
  useEffect(() => {
    if (!wanted) return
    let gone = false
    // Without the dictionary names are found only as written.
    loadPinyin().then(
      (loaded) => !gone && setMatch(() => loaded),
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [wanted])
  return byPinyin ?? match
}
