/**
 * Labels in ZPL II, the language of label printers by Zebra and most others. Each is a picture (^GFA), because printers have no Chinese letters of
 * their own; it is shortened as Zebra's guide says of ^GF: "," fills a row with white, "!" with black, ":" repeats the row above.
 */
import type { LabelBitmap } from './label-bitmap'

/** Returns the rest of a row without the end that one sign fills. */
function shortened(hex: string): string {
  const white = hex.replace(/(?:00)+$/, '')
  if (white.length < hex.length) return `${white},`
  const black = hex.replace(/(?:FF)+$/, '')
  return black.length < hex.length ? `${black}!` : hex
}

/** The two digits of each byte. */
const digits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, '0'))

/** Returns one label; a file is any number of them, one after another. */
export function labelZpl({ width, height, rowBytes, bits }: LabelBitmap): string {
  let text = `^XA^PW${width}^LL${height}^LH0,0^FO0,0^GFA,${bits.length},${bits.length},${rowBytes},`
  for (let start = 0; start < height * rowBytes; start += rowBytes) {
    let isAbove = start > 0
    for (let at = start; isAbove && at < start + rowBytes; at++) isAbove = bits[at] === bits[at - rowBytes]
    if (isAbove) text += ':'
    else {
      let row = ''
      for (let at = start; at < start + rowBytes; at++) row += digits[bits[at] as number]
      text += shortened(row)
    }
  }
  return `${text}^FS^XZ\n`
}
