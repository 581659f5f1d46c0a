/**
 * 3,000 models of a shop against 3,000 names of a factory, by CPU time: the product's matcher against the plain rule that
 * compares each name with each other of its brand (measured on a tenth of the shop). Then the matcher's growth with ten times the
 * names, and its time when the factory's names contain no brand.
 */
import { join } from 'node:path'
import { build } from 'esbuild'
import { medianOf, scaled } from './lib/figures.mjs'

const runs = 5
const size = 3000

/** Series and suffixes of each brand, as shops write them. */
const brandSeries = [
  ['苹果', ['iPhone '], ['', ' Pro', ' Pro Max', ' Plus', ' mini']],
  ['华为', ['Mate ', 'P', 'nova ', '畅享 '], ['', ' Pro', ' Pro+', ' SE', ' 活力版']],
  ['小米', ['小米 ', 'Redmi Note ', 'Redmi K', 'Civi '], ['', ' Pro', ' Ultra', ' 5G', 'S']],
  ['OPPO', ['Reno', 'Find X', 'A', 'K'], ['', ' Pro', ' 5G', 'x', 's']],
  ['vivo', ['X', 'S', 'Y', 'iQOO Neo', 'iQOO '], ['', ' Pro', ' 5G', 's', 't']],
  ['荣耀', ['', 'Magic', 'X', '畅玩 '], ['', ' Pro', ' SE', ' 5G', 'i']],
  ['三星', ['Galaxy S', 'Galaxy A', 'Galaxy Note '], ['', '+', ' Ultra', ' FE', ' 5G']],
]
const brandWords = /苹果|华为|小米|OPPO|vivo|荣耀|三星|Galaxy|iPhone|Redmi|iQOO/g

function names(count) {
  const sellers = []
  const factories = []
  for (let number = 1; sellers.length < count; number += 1) {
    for (const [brand, series, suffixes] of brandSeries) {
      for (const line of series) {
        for (const suffix of suffixes) {
          const id = sellers.length + 1
          sellers.push({ id, brand, name: `${line}${number}${suffix}` })
          factories.push({ code: `C${id}`, name: `${brand}${line.trim()}${number}${suffix.trim()}` })
        }
      }
    }
  }
  return { sellers: sellers.slice(0, count), factories: factories.slice(0, count) }
}

async function load() {
  const { outputFiles } = await build({
    stdin: {
      contents: "export { matchModels } from './match'\nexport { readName } from './names'\nexport { ruleScore } from './rule'",
      resolveDir: join(import.meta.dirname, '../src/features/erp/matching'),
      loader: 'ts',
    },
    bundle: true,
    write: false,
    format: 'esm',
  })
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`)
}

/** Returns the CPU time of this process in ms, which other programs on the machine do not affect. */
function processorTime(work) {
  const before = process.cpuUsage().user
  work()
  return (process.cpuUsage().user - before) / 1000
}

/** The plain rule: compare with all names of the brand and take the best; an exact match ends the search. */
function plainRule({ readName, ruleScore }, { sellers, factories }) {
  const listed = factories.map(({ name }) => readName(name)[0])
  for (const { brand, name } of sellers) {
    const [phone] = readName(name, brand)
    let best = 0
    for (const other of listed) {
      best = Math.max(best, ruleScore(phone, other))
      if (best === 1) break
    }
  }
}

export async function measure(print) {
  const matching = await load()
  const all = names(size)
  const tenth = { sellers: all.sellers.filter((_, at) => at % 10 === 0), factories: all.factories }
  const fewest = names(size / 10)
  const bare = all.factories.map(({ code, name }) => ({ code, name: name.replace(brandWords, '') }))
  const match = ({ sellers, factories }) => matching.matchModels(sellers, factories)
  match(fewest)
  const sides = {
    all: () => match(all),
    rule: () => plainRule(matching, tenth),
    fewest: () => match(fewest),
    bare: () => match({ ...all, factories: bare }),
  }
  const times = Object.fromEntries(Object.keys(sides).map((side) => [side, []]))
  // Runs alternate, so that the state of the machine affects all sides.
  for (let run = 0; run < runs; run += 1) {
    for (const [side, work] of Object.entries(sides)) times[side].push(processorTime(work))
  }
  const [ours, unit] = [medianOf(times.all), 'ms of processor time']
  print({ name: 'matcher: 3,000 names, against the plain rule', ours, peer: scaled(medianOf(times.rule), 1 / 10), unit })
  const each = { ours: scaled(ours, size), peer: scaled(medianOf(times.fewest), size / 10) }
  print({ name: 'matcher: a name of 3,000 against one of 300', ...each, unit })
  print({ name: 'matcher: names without brands, against names with brands', ours: medianOf(times.bare), peer: ours, unit })
}
