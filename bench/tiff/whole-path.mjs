/** `node whole-path.mjs WRITER FILE` makes a print file of a PNG and prints the peak of resident memory of this process, MB. */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { peakOfProcess } from './photograph.mjs'

const [writer, file] = process.argv.slice(2)
const { printFile } = await import(pathToFileURL(writer).href)
const made = await printFile({ bytes: readFileSync(file), type: 'image/png', dpi: 300, transparency: 'keep' })
if (made.bytes.length < made.width * made.height) throw new Error('the file lacks strips')
console.log(peakOfProcess())
