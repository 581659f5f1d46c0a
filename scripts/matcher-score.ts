/**
 * Scores the matching of names on a file of pairs with known answers: `npm run matcher:score -- FILE.json [--list]`. FILE: `{
 * "pairs": [{ "sellerBrand", "sellerModel", "factoryName", "match" }] }`, or the list alone.
 */
import { readFileSync } from 'node:fs'
import { messageOf } from '../contract/ground/thrown'
import { judgeNames } from '../src/features/erp/matching/match'
import { matchThreshold, scoreSlack } from '../src/features/erp/matching/rule'

interface Pair {
  readonly sellerBrand: string
  readonly sellerModel: string
  readonly factoryName: string
  readonly match: boolean
}

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

function readPairs(path: string): readonly Pair[] {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    return fail(`cannot read ${path}: ${messageOf(error)}`)
  }
  const list: unknown = Array.isArray(content) ? content : (content as { pairs?: unknown } | null)?.pairs
  if (!Array.isArray(list) || list.length === 0) return fail(`${path} holds no pairs`)
  list.forEach((pair: Partial<Pair> | null, at) => {
    const texts = [pair?.sellerBrand, pair?.sellerModel, pair?.factoryName]
    if (texts.some((text) => typeof text !== 'string') || typeof pair?.match !== 'boolean') {
      fail(`pair ${at + 1} lacks sellerBrand, sellerModel, factoryName or match`)
    }
  })
  return list as Pair[]
}

const percent = (part: number, whole: number) => (whole === 0 ? '–' : (part / whole).toFixed(4))

const [path, ...flags] = process.argv.slice(2)
if (path === undefined) fail('usage: npm run matcher:score -- FILE.json [--list]')
const pairs = readPairs(path)
const started = performance.now()
const judged = pairs.map((pair) => ({ pair, ...judgeNames(pair.sellerBrand, pair.sellerModel, pair.factoryName) }))
const ms = performance.now() - started
console.log(
  `${pairs.length} pairs, ${pairs.filter(({ match }) => match).length} of them matches, threshold ${matchThreshold}, ${ms.toFixed(0)} ms`,
)

for (const [name, scoreOf] of [
  ['safe matcher', (one: (typeof judged)[number]) => one.score],
  ['plain rule  ', (one: (typeof judged)[number]) => one.ruleScore],
] as const) {
  const found = judged.filter((one) => scoreOf(one) >= matchThreshold - scoreSlack)
  const right = found.filter(({ pair }) => pair.match).length
  const truth = pairs.filter(({ match }) => match).length
  const wrong = found.length - right
  console.log(
    `${name}  precision ${percent(right, found.length)}  recall ${percent(right, truth)}  wrong ${wrong}  missed ${truth - right}`,
  )
}
if (flags.includes('--list')) {
  for (const { pair, score, reason } of judged) {
    const found = score >= matchThreshold - scoreSlack
    if (found !== pair.match) {
      console.log(
        `${found ? 'WRONG ' : 'MISSED'} ${score.toFixed(3)}  ${pair.sellerBrand} · ${pair.sellerModel} ~ ${pair.factoryName}  (${reason})`,
      )
    }
  }
}
