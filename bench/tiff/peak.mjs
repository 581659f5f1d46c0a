/** `node peak.mjs WIDTH HEIGHT` writes a print file of that size and prints the peak of resident memory of this process, MB. */
import { loadTiff, peakOfProcess, photographRows } from './photograph.mjs'

const [width, height] = process.argv.slice(2).map(Number)
const { encodeTiff, srgbProfile, straightAlpha } = await loadTiff()
const rows = photographRows(width, height)
const file = encodeTiff({ width, height, colors: 'rgb', extras: straightAlpha, rows, dpi: 300, profile: srgbProfile() })
if (file.length < width * height) throw new Error('the file lacks strips')
console.log(peakOfProcess())
