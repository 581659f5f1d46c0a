// Checks two requirements of the built plugin: it runs on Chrome 92, and its first load stays small.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parse } from 'acorn'
import { full } from 'acorn-walk'

/** Limit of the gzipped JavaScript that index.html loads before a route is chosen, in KB. */
const firstLoadBudgetKb = 150
/** The same of the buyers' page, buyer.html. */
const buyerBudgetKb = 30

/** Static methods that Chrome 92 lacks, with the version that introduced each. */
const newerApis = {
  'Object.hasOwn': 93,
  'Object.groupBy': 117,
  'Map.groupBy': 117,
  'Array.fromAsync': 121,
  'Promise.withResolvers': 119,
  'Promise.try': 128,
  'AbortSignal.abort': 93,
  'AbortSignal.timeout': 103,
  'AbortSignal.any': 116,
  'URL.canParse': 120,
  'URL.parse': 126,
  'Response.json': 105,
  'ReadableStream.from': 999,
  'Iterator.from': 122,
  'Intl.supportedValuesOf': 99,
  'Error.isError': 134,
  'JSON.rawJSON': 114,
  'Uint8Array.fromBase64': 140,
  'ClipboardItem.supports': 121,
  'RegExp.escape': 136,
  'Math.sumPrecise': 999,
}
const newerGlobals = {
  structuredClone: 98,
  reportError: 95,
  URLPattern: 95,
  VideoFrame: 94,
  VideoDecoder: 94,
  ImageDecoder: 94,
  EyeDropper: 95,
  Highlight: 105,
  CloseWatcher: 120,
  DisposableStack: 134,
  SuppressedError: 134,
  Float16Array: 135,
}
/** Methods that are recognized by their name alone, because nothing else has it. */
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
  isSupersetOf: 122,
  isDisjointFrom: 122,
  symmetricDifference: 122,
  showPopover: 114,
  hidePopover: 114,
  togglePopover: 114,
  showPicker: 99,
  roundRect: 99,
  createConicGradient: 99,
  startViewTransition: 111,
  createSyncAccessHandle: 102,
  setHTMLUnsafe: 124,
  getHTML: 125,
  moveBefore: 133,
  transferToFixedLength: 114,
  getOrInsert: 145,
}
/** Newer string arguments of older functions, such as `new CompressionStream('deflate-raw')`. */
const newerWords = {
  CompressionStream: { 'deflate-raw': 103 },
  DecompressionStream: { 'deflate-raw': 103 },
  addEventListener: { scrollend: 114, beforetoggle: 114, contentvisibilityautostatechange: 108 },
}
/** Properties whose assignment has no effect on Chrome 92. */
const newerProperties = { inert: 102, popover: 114, fetchPriority: 102 }

/**
 * Uses of newer names that are guarded by a check for their existence. Each entry says where it is and which guard was found in
 * its source.
 * @type {ReadonlyArray<{ api: string, file?: RegExp, near?: string, why: string }>}
 */
const guarded = [
  { api: '.createSyncAccessHandle()', near: 'createSyncAccessHandle?.(', why: 'ours: without it files are kept another way' },
  { api: '.roundRect()', file: /^leafer\./, why: 'Leafer gives a canvas its own where it has none' },
  { api: '.createConicGradient()', near: 'conicGradientSupport?', why: 'Leafer draws a radial gradient instead' },
  {
    api: '.startViewTransition()',
    near: 'startViewTransition({update:',
    why: 'React: within a try, for a component not used here',
  },
  { api: '.moveBefore()', near: '.moveBefore&&', why: 'Preact: it inserts the element instead' },
  { api: 'AbortSignal.abort', near: 'clearQueue', why: 'p-limit: only with rejectOnClear, which nobody sets' },
]

/** Matches the start of a CSS declaration of one of these properties. */
const property = (names) => new RegExp(`(?:^|[;{])\\s*(?:${names})\\s*:`)

/** CSS that Chrome 92 ignores silently. */
const newerCss = [
  [/:has\(/, ':has() needs Chrome 105'],
  [/@container\b/, '@container needs Chrome 105'],
  [/@layer\b/, '@layer needs Chrome 99'],
  [/@scope\b/, '@scope needs Chrome 118'],
  [/@starting-style\b/, '@starting-style needs Chrome 117'],
  [/[{;}]\s*&/, 'nested rules need Chrome 120'],
  [/@media[^{]*[<>]/, 'ranges in media queries need Chrome 104'],
  [/\bcolor-mix\(/, 'color-mix() needs Chrome 111'],
  [/\b(oklch|oklab|lch|lab|color)\(/, 'oklch(), lab() and color() need Chrome 111'],
  [/\blight-dark\(/, 'light-dark() needs Chrome 123'],
  [/[^-\w](round|mod|rem|sin|cos|tan|atan2?|pow|sqrt|hypot|exp|sign|abs)\(/, 'mathematical functions need Chrome 111'],
  [/[^-]\bimage-set\(/, 'image-set() without prefix needs Chrome 113'],
  [/[^-]\blinear\(/, 'linear() needs Chrome 113'],
  [/\b\d*\.?\d+(dvh|svh|lvh|dvw|svw|lvw|dvi|dvb|dvmin|dvmax)\b/, 'dynamic viewport units need Chrome 108'],
  [/[\s:,(]\d*\.?\d+(cqw|cqh|cqi|cqb|cqmin|cqmax)\b/, 'container units need Chrome 105'],
  [/[\s:,(]\d*\.?\d+(lh|rlh|cap|ic)\b/, 'lh, cap and ic need Chrome 109'],
  [
    /:(modal|popover-open|user-valid|user-invalid|autofill)\b/,
    'newer states (:modal, :popover-open, :user-valid, :autofill) need Chrome 105',
  ],
  [/:dir\(/, ':dir() needs Chrome 120'],
  [/:nth-(last-)?child\([^)]*\bof\b/, ':nth-child(of …) needs Chrome 111'],
  [property('translate|rotate|scale'), 'translate, rotate and scale by themselves need Chrome 104'],
  [property('accent-color'), 'accent-color needs Chrome 93'],
  [property('text-wrap|text-wrap-mode|white-space-collapse'), 'text-wrap needs Chrome 114'],
  [property('scrollbar-gutter'), 'scrollbar-gutter needs Chrome 94'],
  [property('mask|mask-(?:image|size|position|repeat|clip|origin|mode|composite)'), 'mask without prefix needs Chrome 120'],
  [property('field-sizing'), 'field-sizing needs Chrome 123'],
  [property('anchor-name|position-anchor|position-area|position-try'), 'anchors need Chrome 125'],
  [property('animation-timeline|scroll-timeline|view-timeline|timeline-scope'), 'scroll timelines need Chrome 115'],
  [property('animation-composition'), 'animation-composition needs Chrome 112'],
  [property('transition-behavior|interpolate-size'), 'transition-behavior needs Chrome 117'],
  [property('container|container-type|container-name'), 'containers need Chrome 105'],
  [property('object-view-box'), 'object-view-box needs Chrome 104'],
  [property('font-palette'), 'font-palette needs Chrome 101'],
  [/:\s*subgrid\b/, 'subgrid needs Chrome 117'],
]

/** Returns what a script uses that needs an engine newer than Chrome 92, one sentence each. */
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
    if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression' && !node.left.computed) {
      const { name } = node.left.property
      if (Object.hasOwn(newerProperties, name)) report(`.${name} =`, newerProperties[name], node)
    }
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return
    const { callee } = node
    const calledName = callee.type === 'Identifier' ? callee.name : callee.property?.name
    const word = node.arguments[0]?.type === 'Literal' ? node.arguments[0].value : undefined
    const words = Object.hasOwn(newerWords, calledName) ? newerWords[calledName] : {}
    if (Object.hasOwn(words, word)) report(`${calledName}('${word}')`, words[word], node)
    if (callee.type === 'Identifier' && Object.hasOwn(newerGlobals, callee.name) && !declared.has(callee.name)) {
      report(callee.name, newerGlobals[callee.name], node)
    }
    if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier') return
    const method = callee.property.name
    const name = callee.object.type === 'Identifier' ? `${callee.object.name}.${method}` : ''
    if (Object.hasOwn(newerApis, name)) report(name, newerApis[name], node)
    else if (Object.hasOwn(newerMethods, method)) report(`.${method}()`, newerMethods[method], node)
  })
  return found
}

/** Rules of libraries that Chrome 92 ignores without harm, each of which was examined. */
const harmlessCss = [
  // Arco: a clearfix behind the indent of tree tables; the indent is the only float in the cell.
  '.arco-table-cell:has(>.arco-table-cell-indent):after',
]

/** Returns what Chrome 92 ignores in a style sheet, one sentence each. */
export function newerStyleFeatures(css) {
  const judged = harmlessCss.reduce((text, rule) => text.replaceAll(rule, ''), css)
  return newerCss.filter(([pattern]) => pattern.test(judged)).map(([, sentence]) => sentence)
}

/**
 * Checks every built file and the size of the first load; throws with a list of what is wrong.
 * @param {string} web folder with index.html and assets/
 */
export function checkBundle(web) {
  const problems = []
  const assets = readdirSync(join(web, 'assets'))
  for (const name of assets) {
    const isGuarded = (api, near) =>
      guarded.some((one) => one.api === api && (one.file?.test(name) ?? true) && near.includes(one.near ?? ''))
    const text = () => readFileSync(join(web, 'assets', name), 'utf8')
    if (name.endsWith('.js')) problems.push(...newerScriptFeatures(text(), isGuarded).map((what) => `${name}: ${what}`))
    if (name.endsWith('.css')) problems.push(...newerStyleFeatures(text()).map((what) => `${name}: ${what}`))
  }
  const firstLoadOf = (page, budgetKb) => {
    const html = readFileSync(join(web, page), 'utf8')
    const scripts = [...html.matchAll(/<script[^>]+src="([^"]+)"/g)].map((match) => match[1].replace(/^\.?\//, ''))
    if (scripts.length === 0) problems.push(`${page} loads no script`)
    const bytes = scripts.reduce((sum, name) => sum + gzipSync(readFileSync(join(web, name)), { level: 9 }).length, 0)
    const kb = Math.round(bytes / 1024)
    if (kb > budgetKb) problems.push(`the first load of ${page} is ${kb} KB gzipped, the budget is ${budgetKb} KB`)
    for (const name of scripts) {
      if (readFileSync(join(web, name), 'utf8').includes('ZodError')) problems.push(`${name} contains zod; import types only`)
    }
    return kb
  }
  const firstLoadKb = firstLoadOf('index.html', firstLoadBudgetKb)
  const buyerKb = firstLoadOf('buyer.html', buyerBudgetKb)
  if (problems.length > 0) throw new Error(`The built plugin breaks its promises:\n- ${problems.join('\n- ')}`)
  return { firstLoadKb, budgetKb: firstLoadBudgetKb, buyerKb, buyerBudgetKb }
}
