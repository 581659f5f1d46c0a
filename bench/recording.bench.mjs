/**
 * How the time to redact a text grows with its length, as CPU time per character: texts of 16,000 characters against texts of
 * 4,000, each made so that a pattern that searches badly takes the square of the length (a ratio of 4) or more.
 */
import { join } from 'node:path'
import { build } from 'esbuild'
import { medianOf } from './lib/figures.mjs'

const runs = 5
const long = 16_000
const short = 4_000

async function load() {
  const { outputFiles } = await build({
    stdin: {
      contents: "export { redact } from './redact'\nexport { longTexts } from './test/long-texts'",
      resolveDir: join(import.meta.dirname, '../adapters/cassette'),
      loader: 'ts',
    },
    bundle: true,
    write: false,
    format: 'esm',
  })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
}

/** Returns the CPU microseconds per character when the text is redacted `times` times. */
function processorTime(redact, text, times) {
  const before = process.cpuUsage().user
  for (let i = 0; i < times; i += 1) redact({ text })
  return (process.cpuUsage().user - before) / times / text.length
}

export async function measure(print) {
  const { redact, longTexts } = await load()
  const texts = { long: longTexts(long), short: longTexts(short) }
  for (const name of Object.keys(texts.long)) {
    processorTime(redact, texts.short[name], 20)
    const times = { long: [], short: [] }
    // Runs alternate, so that a busy moment of the machine affects both lengths.
    for (let run = 0; run < runs; run += 1) {
      times.long.push(processorTime(redact, texts.long[name], 10))
      times.short.push(processorTime(redact, texts.short[name], 40))
    }
    print({ name: `recording: ${name}`, ours: medianOf(times.long), peer: medianOf(times.short), unit: 'µs a letter' })
  }
}
