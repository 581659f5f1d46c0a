/** Test texts and their checksum: the self-test sends them to measure how much one message carries undamaged. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** The longest text that a probe requests from a client, in letters. */
export const maxProbeLength = 4 * 1024 * 1024

/** Returns `length` letters that no escaping makes longer; the order does not repeat within a line of 4096. */
export function probeText(length: number): string {
  const line = 4096
  const lines: string[] = []
  for (let at = 0; at < length; at += line) {
    let text = ''
    const lineLength = Math.min(line, length - at)
    for (let i = 0; i < lineLength; i += 1) text += letters.charAt(((at / line) * 31 + i * 17 + (i >> 6)) & 63)
    lines.push(text)
  }
  return lines.join('')
}

/** Returns a 32-bit hash (FNV-1a) of a text; cut, doubled or swapped parts change it. */
export function textSum(text: string): number {
  let sum = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193)
  return sum >>> 0
}
