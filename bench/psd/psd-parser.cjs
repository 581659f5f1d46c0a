// Runs npm psd-parser in a process of its own: `node psd-parser.cjs FILE` prints { ms, memory, layers, decoded } as JSON.
const { parse } = require('psd-parser')

const start = performance.now()
const psd = parse(process.argv[2])
const layers = psd.getDescendants()
let decoded = 0
for (const layer of layers) {
  // Only pixels are read, because psd-parser can write its PNGs only to files.
  if (layer.parseImageData().length > 0) decoded++
}
const ms = performance.now() - start
console.log(JSON.stringify({ ms, memory: process.resourceUsage().maxRSS / 1024, layers: layers.length, decoded }))
