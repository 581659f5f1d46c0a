/** Properties that hold for all names: spelling does not change a score, and a word that means another body prevents a match. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeNames } from './match'
import { isMatch } from './safety'

/** Phones with the brand of the seller's list, other words for it, and models in parts that may be joined or separated. */
const phones = [
  { brand: '苹果', words: ['苹果', 'iPhone', 'Apple iPhone'], models: [['15'], ['15', 'Pro'], ['13', 'mini'], ['16', 'e']] },
  {
    brand: '华为',
    words: ['华为', 'HUAWEI'],
    models: [
      ['Mate', '60'],
      ['Mate', '60', 'Pro'],
      ['nova', '12'],
      ['P', '50', 'E'],
    ],
  },
  {
    brand: '小米',
    words: ['红米', 'Redmi', '小米红米'],
    models: [
      ['Note', '13'],
      ['K', '70', 'E'],
      ['Note', '11', 'T', 'Pro'],
    ],
  },
  {
    brand: 'vivo',
    words: ['iQOO', '爱酷', 'vivo iQOO'],
    models: [
      ['Neo', '9'],
      ['Z', '9'],
      ['Neo', '9', 'S', 'Pro'],
    ],
  },
  {
    brand: '三星',
    words: ['三星', 'Galaxy', 'SAMSUNG Galaxy'],
    models: [
      ['S', '24'],
      ['S', '24', 'FE'],
      ['Z', 'Flip', '6'],
      ['A', '54'],
    ],
  },
  {
    brand: 'OPPO',
    words: ['OPPO', '欧珀'],
    models: [
      ['Reno', '11'],
      ['Find', 'X', '7'],
      ['K', '11', 'x'],
    ],
  },
] as const

const phone = fc.constantFrom(...phones.flatMap(({ brand, words, models }) => models.map((parts) => ({ brand, words, parts }))))
const withCase = (text: string, seed: number) => [text, text.toUpperCase(), text.toLowerCase()][seed % 3] ?? text
const fullWidth = (text: string) => text.replace(/[0-9]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0))
const surroundings = fc.constantFrom('', ' 手机壳', '专用', ' 全网通', '（适用）')

/** One way of writing a phone's name. */
const spelling = fc.record({
  word: fc.nat(2),
  letters: fc.nat(2),
  gap: fc.constantFrom('', ' ', '  ', '-'),
  full: fc.boolean(),
  around: surroundings,
})
type Spelling = typeof spelling extends fc.Arbitrary<infer T> ? T : never

function writeName({ words, parts }: { words: readonly string[]; parts: readonly string[] }, options: Spelling): string {
  const text = withCase(parts.join(options.gap), options.letters)
  return `${words[options.word % words.length] ?? ''} ${options.full ? fullWidth(text) : text}${options.around}`
}

test('all spellings of a phone’s name score 1 against each other', () => {
  fc.assert(
    fc.property(phone, spelling, spelling, (one, left, right) => {
      const [a, b] = [writeName(one, left), writeName(one, right)]
      const there = judgeNames(one.brand, a, b)
      const back = judgeNames(one.brand, b, a)
      expect({ a, b, score: there.score }).toEqual({ a, b, score: 1 })
      expect(back.score).toBe(there.score)
    }),
    { numRuns: 200 },
  )
})

test('a score does not depend on which name is the seller’s and which the factory’s', () => {
  fc.assert(
    fc.property(phone, phone, spelling, spelling, (one, other, left, right) => {
      const [a, b] = [writeName(one, left), writeName(other, right)]
      expect(judgeNames('', a, b).score).toBe(judgeNames('', b, a).score)
    }),
    { numRuns: 200 },
  )
})

const distinguishing = fc.constantFrom(' Lite', ' Max', ' Turbo', ' 青春版', ' 竞速版', ' 轻奢版', ' 99', ' Fold')

test('a word that means another body prevents a match, also when more such words follow', () => {
  fc.assert(
    fc.property(
      phone,
      spelling,
      spelling,
      fc.array(distinguishing, { minLength: 1, maxLength: 3 }),
      (one, left, right, words) => {
        const plain: Spelling = { ...left, around: '' }
        const [a, b] = [writeName(one, plain), writeName(one, right)]
        let longer = a
        for (const word of words) {
          longer += word
          expect({ longer, b, match: isMatch(judgeNames(one.brand, longer, b)) }).toEqual({ longer, b, match: false })
          expect(isMatch(judgeNames(one.brand, b, longer))).toBe(false)
          expect(judgeNames(one.brand, longer, b).score).toBeLessThan(judgeNames(one.brand, a, b).score)
        }
        expect(isMatch(judgeNames(one.brand, longer, longer))).toBe(true)
      },
    ),
    { numRuns: 200 },
  )
})
