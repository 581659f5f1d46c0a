/** Finds many words in many texts at once: a reply of orders holds thousands of names, and each may stand in each text. */

/** The first index of `[low, high)` whose word has a letter of at least `code` at `place`; `high` where none has. */
function firstWith(words: readonly string[], [low, high]: readonly [number, number], place: number, code: number): number {
  let from = low
  let to = high
  while (from < to) {
    const middle = (from + to) >>> 1
    // A word that ended before has NaN here, and stands in front of those that go on.
    if ((words[middle] as string).charCodeAt(place) >= code) to = middle
    else from = middle + 1
  }
  return from
}

/**
 * Replaces words wherever they stand. Words that overlap are replaced as one, so that nothing of either stays. What a letter of a text
 * costs grows with the length of the words, hardly with their number.
 */
export function wordHider(words: Iterable<string>, instead: string): (text: string) => string {
  // By code units, as the search compares.
  const sorted = [...new Set(words)].filter((word) => word !== '').sort((a, b) => (a < b ? -1 : 1))
  /** Where the longest word that begins at `start` ends; `start` itself where none begins. */
  const endOfWord = (text: string, start: number): number => {
    let end = start
    let range: readonly [number, number] = [0, sorted.length]
    for (let i = start; i < text.length; i += 1) {
      const code = text.charCodeAt(i)
      const low = firstWith(sorted, range, i - start, code)
      range = [low, firstWith(sorted, [low, range[1]], i - start, code + 1)]
      if (range[0] === range[1]) return end
      // The shortest of those that agree so far stands first.
      if (sorted[low]?.length === i + 1 - start) end = i + 1
    }
    return end
  }
  return (text) => {
    let hidden = ''
    let kept = 0
    for (let start = 0; start < text.length; start += 1) {
      let end = endOfWord(text, start)
      if (end === start) continue
      for (let inside = start + 1; inside < end; inside += 1) end = Math.max(end, endOfWord(text, inside))
      hidden += text.slice(kept, start) + instead
      kept = end
      start = end - 1
    }
    return hidden + text.slice(kept)
  }
}
