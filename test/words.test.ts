/** Tests how comments and the titles of tests are worded, as far as a pattern can tell; CONTEXT.md says how we write. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const folders = [
  'adapters',
  'bench',
  'bridge',
  'buyer',
  'contract',
  'design',
  'fixtures',
  'imaging',
  'scripts',
  'server',
  'src',
  'test',
]

/** Finite verbs with which titles began whose subject stood in the `describe` alone. */
const verbs =
  'is|are|was|were|has|have|does|do|can|cannot|may|must|answers|asks|becomes|begins|binds|comes|draws|ends|fails|finds|follows|gets|gives|goes|holds|keeps|leaves|lets|loses|makes|needs|never|offers|opens|puts|reaches|refuses|replaces|retries|returns|runs|says|shows|stays|still|takes|tells|waits|warns'

interface Rule {
  readonly description: string
  readonly of: 'comments' | 'titles' | 'comments and titles'
  readonly pattern: RegExp
  /** Samples that the pattern must find. */
  readonly copies: readonly string[]
  /** Samples that the pattern must not find. */
  readonly allowed: readonly string[]
  /** Files that keep such a text, with the reason. */
  readonly exceptions?: Readonly<Record<string, string>>
}

const rules: readonly Rule[] = [
  {
    description: 'begins with What and names no subject',
    of: 'comments',
    pattern: /^What\b/,
    copies: ['What the seller saw that an image costs.'],
    allowed: ['The price the seller saw, credits per image.', 'Whatever the order of the calls, each is answered.'],
  },
  {
    description: 'says told without saying whom or what: write shown, reported, logged or known',
    of: 'comments and titles',
    pattern: /\buntold\b|\btold\b(?! (?:apart|from|to|of|that|the|what|why|who|which|whether|how)\b)/i,
    copies: ['The first call is being told; others wait.', 'null where that cannot be told', 'the wait is told in words'],
    allowed: ['two phones are told apart', 'a server that is told to stop finishes', 'the seller is told why it was refused'],
  },
  {
    description: 'has no subject of its own: a list of failures shows the title without its describe',
    of: 'titles',
    pattern: new RegExp(`^(?:(?:${verbs}|what|it|they|and|whose)\\b|(?:one|that) (?:that|which|${verbs})\\b)`),
    copies: [
      'is in no order until it is allowed',
      'what was sent is kept',
      'one that does not belong together is named',
      'it waits for a draft',
    ],
    allowed: ['a design under review is in no order', 'one layer rotates about its own centre', 'items are counted'],
  },
]

interface Text {
  readonly kind: 'comment' | 'title'
  readonly line: number
  readonly text: string
}

/** A comment that begins in this line, or goes on in it after ` * `. */
const comment = /^\s*(?:\/\*\*?|\/\/|\*|\{\/\*|#)\s+(\S.*)|\s\/\/\s(\S.*)/
/** A text as the first argument of a call of `test`, `it` or what their `each` returns, with a function or options after it. */
const title = /(?:\b(?:test|it)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1)[^\\\n])*)\1,\s*(?:async\b|\(|\w+ =>|\{)/g

/** Returns the comments of a file, and the titles if it is one of tests. */
function textsOf(path: string, source: string): Text[] {
  const comments = source.split('\n').flatMap((line, index): Text[] => {
    const [, first, behind] = comment.exec(line) ?? []
    const text = first ?? behind
    return text === undefined ? [] : [{ kind: 'comment', line: index + 1, text }]
  })
  if (!/\.test\.tsx?$|(?:^|\/)(?:test|conformance)\//.test(path)) return comments
  const titles = [...source.matchAll(title)].map(({ index, 2: text = '' }): Text => {
    const line = source.slice(0, index).split('\n').length
    return { kind: 'title', line, text }
  })
  return [...comments, ...titles]
}

const applies = ({ of }: Rule, { kind }: Text): boolean => of.includes(kind)

const sources = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(({ name, parentPath }) => /\.(?:tsx?|mjs|cjs|css|grit)$/.test(name) && !parentPath.includes('node_modules'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => path !== 'test/words.test.ts'),
)
const texts = new Map(sources.map((path) => [path, textsOf(path, readFileSync(join(root, path), 'utf8'))]))

describe('comments and titles', () => {
  test.each(rules)('no text of the repository $description', (rule) => {
    const found = [...texts].flatMap(([path, list]) =>
      list
        .filter((one) => applies(rule, one) && rule.pattern.test(one.text) && !rule.exceptions?.[path])
        .map(({ line, text }) => `${path}:${line} ${text}`),
    )
    expect(found).toEqual([])
  })

  test.each(rules)('the pattern of "$description" finds its samples, and its exceptions still need it', (rule) => {
    expect(rule.copies.filter((text) => !rule.pattern.test(text))).toEqual([])
    expect(rule.allowed.filter((text) => rule.pattern.test(text))).toEqual([])
    for (const path of Object.keys(rule.exceptions ?? {})) {
      expect([path, texts.get(path)?.some((one) => applies(rule, one) && rule.pattern.test(one.text))]).toEqual([path, true])
    }
  })

  test('comments and titles are read in every form in which they are written', () => {
    const source = [
      '/** First. */',
      'const a = 1 // Second.',
      ' * Third.',
      '{/* Fourth. */}',
      "  test('fifth', () => {})",
      "  ] as const)('sixth', async (a) => {})",
      'it.skipIf(b)(`seventh`, async () => {})',
      "fetch('no title', { method })",
    ].join('\n')
    expect(textsOf('a.test.ts', source).map(({ text }) => text.replace(/ \*\/\}?$/, ''))).toEqual([
      'First.',
      'Second.',
      'Third.',
      'Fourth.',
      'fifth',
      'sixth',
      'seventh',
    ])
    expect([...texts.values()].flat().filter(({ kind }) => kind === 'title').length).toBeGreaterThan(3000)
  })
})
