/** Most characters shown of a payment provider's message: anybody can write an address with one. */
const maxLength = 200

/**
 * The message in the result page's address as plain text of one line.
 *
 * @param text value of ?error; null when absent.
 * @returns null when the address reports no failure.
 */
export function readResultError(text: string | null): string | null {
  if (text === null) return null
  // Replace control characters and marks that change the direction of text.
  const plain = text
    .replace(/[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (plain === '') return '支付平台没有说明原因。'
  const characters = [...plain]
  return characters.length > maxLength ? `${characters.slice(0, maxLength).join('')}…` : plain
}
