/**
 * Makes the sheet of the benchmark once for each message, in a process of its own; sends the processor time of all that took part, s, the
 * bytes of the file, and the peak of memory of the process that made it, MB. Arguments: which side, folder of the bundle and of the pictures.
 */
import { readFileSync, statSync } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { bed, cases, placeOf } from './bed.mjs'

const [, , side, folder] = process.argv
const { cmykProfile, createPool, createSheets, printPresets, startPictureProcess } = await import(
  pathToFileURL(join(folder, 'product.mjs')).href
)

/** Peak of resident memory of a process, MB. */
const peakOf = (pid) => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024
const childrenOf = () => readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').split(' ').filter(Boolean)
/** Processor time of a process so far, s: the 14th and 15th field, in hundredths. */
function secondsOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ')
  return (Number(fields[11]) + Number(fields[12])) / 100
}

const pictures = cases.map((at) => ({ key: String(at), name: String(at), turn: 0, ...placeOf(at) }))
const read = (key) => readFile(join(folder, `${key}.png`))

async function ours() {
  const { profile } = printPresets.maintop
  const report = (error) => console.error(error)
  const pool = createPool({ size: 1, report, start: (told) => startPictureProcess(told, undefined, { nice: 0, idleMs: null }) })
  pool.startAll()
  const sheets = createSheets({ run: pool.run, folder: join(folder, 'sheets'), concurrency: 1 })
  const icc = await cmykProfile()
  return async () => {
    const made = await sheets.makeSheet({ owner: 1, ...bed, profile, icc, pictures, marks: [], readPicture: read })
    await made.remove()
    return { size: made.size, peak: Math.max(...childrenOf().map(peakOf)) }
  }
}

/** The colours alone, scaled and composed by libvips, in a TIFF of the same compression. */
async function peer() {
  sharp.cache(false)
  sharp.concurrency(1)
  const px = (mm) => Math.round((mm / 25.4) * 300)
  const path = join(folder, 'peer.tif')
  return async () => {
    const placed = []
    for (const { key, xMm, yMm, widthMm, heightMm } of pictures) {
      const { data, info } = await sharp(await read(key))
        .resize(px(widthMm), px(heightMm), { fit: 'fill' })
        .raw()
        .toBuffer({ resolveWithObject: true })
      placed.push({ input: data, raw: info, left: px(xMm), top: px(yMm) })
    }
    await sharp({ create: { width: px(bed.widthMm), height: px(bed.heightMm), channels: 3, background: '#fff' } })
      .composite(placed)
      .withMetadata({ density: 300 })
      .tiff({ compression: 'lzw', predictor: 'horizontal' })
      .toFile(path)
    const { size } = statSync(path)
    await rm(path)
    return { size, peak: peakOf(process.pid) }
  }
}

const make = await (side === 'ours' ? ours : peer)()
/** Of this process and its children. */
const secondsSoFar = () => [process.pid, ...childrenOf()].reduce((sum, pid) => sum + secondsOf(pid), 0)
process.on('message', async () => {
  const [began, at] = [secondsSoFar(), performance.now()]
  const made = await make()
  process.send({ took: secondsSoFar() - began, wall: (performance.now() - at) / 1000, ...made })
})
process.send('ready')
