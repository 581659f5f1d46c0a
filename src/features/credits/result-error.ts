/** Characters of a payment provider's message at most: anybody can write an address. */
const longest = 200

/**
 * The message of the result page's address as plain text of one paragraph.
 *
 * @param text of ?error; null when there is none.
 * @returns null for a payment that did not fail, as far as the address says.
 */
export function readResultError(text: string | null): string | null {
  if (text === null) return null
  // Controls, and marks that turn the direction of text round.
  const plain = text
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (plain === '') return '支付平台没有说明原因。'
  const letters = [...plain]
  return letters.length > longest ? `${letters.slice(0, longest).join('')}…` : plain
}
