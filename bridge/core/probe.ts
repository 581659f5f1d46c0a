/** Texts of any length that tell whether they came through whole: cut, doubled or swapped parts change the sum. */
const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** Most that is asked of a client at once, letters. */
export const probeMost = 4 * 1024 * 1024

/** Letters that no escaping makes longer, in an order that does not repeat within a line. */
export function probeText(length: number): string {
  const line = 4096
  const lines: string[] = []
  for (let at = 0; at < length; at += line) {
    let text = ''
    const many = Math.min(line, length - at)
    for (let i = 0; i < many; i += 1) text += letters.charAt(((at / line) * 31 + i * 17 + (i >> 6)) & 63)
    lines.push(text)
  }
  return lines.join('')
}

/** 32 bits of a text, its order included. */
export function textSum(text: string): number {
  let sum = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193)
  return sum >>> 0
}
