// Two promises of the plugin that a build can check: it runs on Chrome 92, and its first load stays small.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parse } from 'acorn'
import { full } from 'acorn-walk'

/** Gzipped JS of everything index.html loads before a route is chosen, KB. */
const firstLoadBudgetKb = 330

/** `object.method` or a bare global that Chrome 92 does not have, with the version that brought it. */
const newerApis = {
  'Object.hasOwn': 93,
  'Object.groupBy': 117,
  'Map.groupBy': 117,
  'Array.fromAsync': 121,
  'Promise.withResolvers': 119,
  'Promise.try': 128,
  'AbortSignal.timeout': 103,
  'AbortSignal.any': 116,
  'URL.canParse': 120,
  'URL.parse': 126,
  'Iterator.from': 122,
  'Intl.DurationFormat': 129,
}
const newerGlobals = { structuredClone: 98, reportError: 95 }
const newerMethods = {
  findLast: 97,
  findLastIndex: 97,
  toSorted: 110,
  toReversed: 110,
  toSpliced: 110,
  isWellFormed: 111,
  toWellFormed: 111,
  throwIfAborted: 100,
  checkVisibility: 105,
  isSubsetOf: 122,
}

/**
 * Newer names that a library uses only where they exist. Each with the guard that was read in its source.
 * @type {ReadonlyArray<{ api: string, near: string, why: string }>}
 */
const guarded = []

/** CSS that Chrome 92 drops silently. */
const newerCss = [
  [/:has\(/, ':has() needs Chrome 105'],
  [/@container\b/, '@container needs Chrome 105'],
  [/@layer\b/, '@layer needs Chrome 99'],
  [/\bcolor-mix\(/, 'color-mix() needs Chrome 111'],
  [/\boklch\(|\boklab\(/, 'oklch() needs Chrome 111'],
  [/\b\d+(dvh|svh|lvh|dvw)\b/, 'dynamic viewport units need Chrome 108'],
  [/\baccent-color\s*:/, 'accent-color needs Chrome 93'],
  [/\btext-wrap\s*:/, 'text-wrap needs Chrome 114'],
  [/\bscrollbar-gutter\s*:/, 'scrollbar-gutter needs Chrome 94'],
]

/** What in one script needs an engine newer than Chrome 92; one sentence each. */
export function newerScriptFeatures(source, isGuarded = () => false) {
  const found = []
  const report = (what, version, node) => {
    const near = source.slice(Math.max(0, node.start - 60), node.end + 60).replaceAll(/\s+/g, ' ')
    if (!isGuarded(what, near)) found.push(`${what} needs Chrome ${version}: …${near}…`)
  }
  let tree
  try {
    tree = parse(source, { ecmaVersion: 2022, sourceType: 'module' })
  } catch (error) {
    return [`syntax newer than ES2022: ${error instanceof Error ? error.message : error}`]
  }
  const declared = new Set()
  full(tree, (node) => {
    if (node.type === 'StaticBlock') report('a static block', 94, node)
    if (node.type === 'Literal' && node.regex?.flags.includes('v')) report('the v flag', 112, node)
    if (node.type === 'VariableDeclarator' && node.id.type === 'Identifier') declared.add(node.id.name)
    if (node.type === 'FunctionDeclaration' && node.id) declared.add(node.id.name)
  })
  full(tree, (node) => {
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return
    const { callee } = node
    if (callee.type === 'Identifier' && callee.name in newerGlobals && !declared.has(callee.name)) {
      report(callee.name, newerGlobals[callee.name], node)
    }
    if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return
    const method = callee.property.name
    const name = callee.object.type === 'Identifier' ? `${callee.object.name}.${method}` : ''
    if (name in newerApis) report(name, newerApis[name], node)
    else if (Object.hasOwn(newerMethods, method)) report(`.${method}()`, newerMethods[method], node)
  })
  return found
}

/** Rules of libraries whose loss on Chrome 92 was looked at and does no harm. */
const harmlessCss = [
  // Arco: a clearfix behind the indent of tree tables; the indent is the only float in the cell.
  '.arco-table-cell:has(>.arco-table-cell-indent):after',
]

/** What in one style sheet Chrome 92 ignores. */
export function newerStyleFeatures(css) {
  const judged = harmlessCss.reduce((text, rule) => text.replaceAll(rule, ''), css)
  return newerCss.filter(([pattern]) => pattern.test(judged)).map(([, sentence]) => sentence)
}

/**
 * Checks every built file and the first load's weight; throws with the list of what is wrong.
 * @param {string} web folder with index.html and assets/
 */
export function checkBundle(web) {
  const problems = []
  const assets = readdirSync(join(web, 'assets'))
  const isGuarded = (api, near) => guarded.some((entry) => entry.api === api && near.includes(entry.near))
  for (const name of assets) {
    const text = () => readFileSync(join(web, 'assets', name), 'utf8')
    if (name.endsWith('.js')) problems.push(...newerScriptFeatures(text(), isGuarded).map((what) => `${name}: ${what}`))
    if (name.endsWith('.css')) problems.push(...newerStyleFeatures(text()).map((what) => `${name}: ${what}`))
  }
  const html = readFileSync(join(web, 'index.html'), 'utf8')
  const scripts = [...html.matchAll(/<script[^>]+src="([^"]+)"/g)].map((match) => match[1].replace(/^\.?\//, ''))
  if (scripts.length === 0) problems.push('index.html loads no script')
  const bytes = scripts.reduce((sum, name) => sum + gzipSync(readFileSync(join(web, name)), { level: 9 }).length, 0)
  const firstLoadKb = Math.round(bytes / 1024)
  if (firstLoadKb > firstLoadBudgetKb)
    problems.push(`first load is ${firstLoadKb} KB gzipped, the budget is ${firstLoadBudgetKb} KB`)
  for (const name of scripts) {
    if (readFileSync(join(web, name), 'utf8').includes('ZodError')) problems.push(`${name} contains zod; import types only`)
  }
  if (problems.length > 0) throw new Error(`The built plugin breaks its promises:\n- ${problems.join('\n- ')}`)
  return { firstLoadKb, budgetKb: firstLoadBudgetKb }
}
