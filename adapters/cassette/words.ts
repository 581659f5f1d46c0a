/** Replaces many words in many texts efficiently: a reply with orders has thousands of names, and any text may contain any. */

/** Returns the first index in `[low, high)` whose word has at least `code` at `position`; `high` if there is none. */
function firstAtLeast(words: readonly string[], [low, high]: readonly [number, number], position: number, code: number): number {
  let from = low
  let to = high
  while (from < to) {
    const middle = (from + to) >>> 1
    // A word that is shorter gives NaN here; it is sorted before the longer ones.
    if ((words[middle] as string).charCodeAt(position) >= code) to = middle
    else from = middle + 1
  }
  return from
}

/**
 * Returns a function that replaces all `words` in a text. Overlapping words are replaced together, so that no part of either
 * stays. The time per letter grows with the length of the words and only logarithmically with their number.
 */
export function wordHider(words: Iterable<string>, replacement: string): (text: string) => string {
  // Sorted by code units, like the comparison of the search.
  const sorted = [...new Set(words)].filter((word) => word !== '').sort((a, b) => (a < b ? -1 : 1))
  /** Returns the end of the longest word that begins at `start`; `start` if there is none. */
  const endOfWord = (text: string, start: number): number => {
    let end = start
    let range: readonly [number, number] = [0, sorted.length]
    for (let i = start; i < text.length; i += 1) {
      const code = text.charCodeAt(i)
      const low = firstAtLeast(sorted, range, i - start, code)
      range = [low, firstAtLeast(sorted, [low, range[1]], i - start, code + 1)]
      if (range[0] === range[1]) return end
      // The shortest of the words that match so far is sorted first.
      if (sorted[low]?.length === i + 1 - start) end = i + 1
    }
    return end
  }
  return (text) => {
    let hidden = ''
    let copiedTo = 0
    for (let start = 0; start < text.length; start += 1) {
      let end = endOfWord(text, start)
      if (end === start) continue
      for (let inner = start + 1; inner < end; inner += 1) end = Math.max(end, endOfWord(text, inner))
      hidden += text.slice(copiedTo, start) + replacement
      copiedTo = end
      start = end - 1
    }
    return hidden + text.slice(copiedTo)
  }
}
