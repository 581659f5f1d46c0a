/**
 * Labels in ZPL II, the language of label printers by Zebra and most others. Each is a picture (^GFA), because printers have no Chinese letters of
 * their own; it is shortened as Zebra's guide says of ^GF: "," fills a row with white, "!" with black, ":" repeats the row above.
 */
import { bytesHex } from '../../contract/ground/hex'
import type { LabelBitmap } from './label-bitmap'

/** Returns the rest of a row without the end that one sign fills. */
function shortened(hex: string): string {
  const white = hex.replace(/(?:00)+$/, '')
  if (white.length < hex.length) return `${white},`
  const black = hex.replace(/(?:FF)+$/, '')
  return black.length < hex.length ? `${black}!` : hex
}

export function labelsZpl(labels: readonly LabelBitmap[]): string {
  return labels
    .map(({ width, height, rowBytes, bits }) => {
      let above = ''
      const rows = Array.from({ length: height }, (_, y) => {
        const hex = bytesHex(bits.subarray(y * rowBytes, (y + 1) * rowBytes)).toUpperCase()
        const row = hex === above ? ':' : shortened(hex)
        above = hex
        return row
      })
      return `^XA^PW${width}^LL${height}^LH0,0^FO0,0^GFA,${bits.length},${bits.length},${rowBytes},${rows.join('')}^FS^XZ\n`
    })
    .join('')
}
