/** Runs one side in a process of its own: `node first-text.mjs <side> <module> <font>`. Prints { ms, length, count } as JSON. */
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

const [side, module, fontFile] = process.argv.slice(2)
const size = 100
const lineHeight = 1.2
const lines = ['春风十里不如你AVAToWaTaYo', '一龘靐齉爨山高水长花好月圆人寿年丰', '手机壳定制Kejiang 2026，专属于你的𠮷祥图']

const bytes = readFileSync(fontFile)
const count = lines.reduce((sum, line) => sum + [...line].length, 0)

const sides = {
  async ours() {
    const { openFont, textPicture } = await import(pathToFileURL(module).href)
    const settings = { text: lines.join('\n'), vertical: false, align: 'center', letterSpacing: 0, lineHeight }
    return textPicture(openFont(bytes), settings, '#646464').svg
  },
  async peer() {
    const { parse } = await import(pathToFileURL(module).href)
    const font = parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
    return lines.map((line, at) => font.getPath(line, 0, (at + 1) * size * lineHeight, size).toPathData(2)).join('')
  },
}

const start = performance.now()
const drawn = await sides[side]()
const ms = performance.now() - start
console.log(JSON.stringify({ ms, length: drawn.length, count }))
