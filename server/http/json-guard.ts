/** Checks JSON before it is parsed: a few MB of brackets or tiny values would block the event loop for seconds and take a GB. */

export interface JsonBounds {
  /** Maximum nesting depth of arrays and objects. */
  readonly depth: number
  /** Maximum number of opening brackets, commas and colons: about the number of keys and values, at most twice as many. */
  readonly marks: number
}

const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const colon = 0x3a

/** Index of the quote that ends the string at `start`; -1 when the string does not end. */
function endOfString(bytes: Buffer, start: number): number {
  for (let end = bytes.indexOf(quote, start + 1); end !== -1; end = bytes.indexOf(quote, end + 1)) {
    let slashes = 0
    while (bytes[end - 1 - slashes] === backslash) slashes += 1
    if (slashes % 2 === 0) return end
  }
  return -1
}

/** Returns whether the text stays within the bounds; also for text that is not JSON. One pass without allocations. */
export function withinBounds(bytes: Buffer, { depth, marks }: JsonBounds): boolean {
  let open = 0
  let count = 0
  for (let at = 0; at < bytes.length; at += 1) {
    switch (bytes[at]) {
      case quote: {
        const end = endOfString(bytes, at)
        if (end === -1) return true
        at = end
        break
      }
      case 0x5b: // [
      case 0x7b: // {
        open += 1
        count += 1
        if (open > depth) return false
        break
      case 0x5d: // ]
      case 0x7d: // }
        open -= 1
        break
      case comma:
      case colon:
        count += 1
        break
      default:
        continue
    }
    if (count > marks) return false
  }
  return true
}
