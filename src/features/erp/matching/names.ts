/** Phone names as sellers and factories write them, read into brand, line, tokens and network. Pure. */
import { brandNames, chineseWords, figures, makerCodes, noise, seriesBrand, words } from './tables'

/** One phone that a name stands for. */
export interface Phone {
  /** A brand's own word, or null when neither the name nor its series tells it. */
  readonly brand: string | null
  /** A sub-brand whose numbers are other bodies (redmi, iqoo), or ''. */
  readonly line: string
  /** Series letters, numbers, suffixes and editions, in order: note 12 t pro. */
  readonly tokens: readonly string[]
  readonly network: '4g' | '5g' | null
  /** The tokens that are numbers, with spaces between; and the others, without. */
  readonly numbers: string
  readonly letters: string
}

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** The name without its brand's words, and the brand; the first of the table that occurs names it, every other name of it goes too. */
function takeBrand(text: string): { brand: string | null; line: string; rest: string } {
  let brand: string | null = null
  let line = ''
  let rest = text
  for (const entry of brandNames) {
    for (const name of entry.names) {
      if (!name.test(rest)) continue
      brand ??= entry.brand
      if (entry.line && brand === entry.brand) line = entry.line
      rest = rest.replace(new RegExp(name, 'g'), ' ')
    }
  }
  return { brand, line, rest }
}

/** The codes that makers print on their phones, spelled out. */
function spellCodes(text: string): string {
  return text
    .replace(/(?<![a-z0-9])(a\d{4})(?!\d)/g, (found, code: string) => makerCodes[code] ?? found)
    .replace(/sm-?([a-z]\d{3})\d?[a-z]?/g, (found, code: string) => makerCodes[`sm-${code}`] ?? found)
    .replace(/(?<![a-z])([a-z]{3}-[a-z]{2}\d{2})(?!\d)/g, (found, code: string) => makerCodes[code] ?? found)
}

/** A run of letters taken apart at the words it is glued of, longest first: spro → s pro, zfold → z fold, gtneo → gt neo. */
function unglue(run: string): string[] {
  if (run === '') return []
  for (const word of words) {
    const at = run.indexOf(word)
    if (at >= 0) return [...unglue(run.slice(0, at)), word, ...unglue(run.slice(at + word.length))]
  }
  return [run]
}

function tokensOf(text: string): string[] {
  // What is left of Chinese words names an edition or a series nobody told us of: another body until a person says otherwise.
  const found = text.match(/edition-[a-z]+|[a-z]+|\d+|\p{Script=Han}+/gu) ?? []
  return found.flatMap((part) => (/^[a-z]+$/.test(part) ? unglue(part) : [part]))
}

/** The network word, also where it is glued to a number (note125g is note 12 with 5G), and the text without it. */
function takeNetwork(text: string): { network: Phone['network']; rest: string } {
  let network: Phone['network'] = null
  const rest = text.replace(/([45])g(?![a-z0-9])/g, (_, digit: string) => {
    network = digit === '5' ? '5g' : '4g'
    return ' '
  })
  return { network, rest }
}

const isNumber = (token: string | undefined): boolean => token !== undefined && /^\d+$/.test(token)

/** Abbreviations and other spellings of one brand, each on the tokens of one name. */
const spellings: Readonly<Record<string, (tokens: string[]) => string[]>> = {
  apple(tokens) {
    const number = tokens.find(isNumber)
    const late = Number(number) >= 11
    const spelled = tokens.flatMap((token, at) => {
      if (token === 'pm') return ['pro', 'max']
      if (token === 'm' && /^(?:p|pro|xs)$/.test(tokens[at - 1] ?? '')) return ['max']
      if (token === 'p') return late ? ['pro'] : ['plus']
      if (token === 'sp') return ['s', 'plus']
      if (token === '10') return ['x']
      if (token === 'x' && tokens.includes('s')) return ['xs']
      return [token]
    })
    const clean = spelled.includes('xs') ? spelled.filter((token) => token !== 's') : spelled
    if (clean.includes('air')) return ['air']
    if (clean[0] === 'se') {
      const generation = { '2020': '2', '2022': '3', '1': '', '2016': '' }[clean[1] ?? ''] ?? clean[1]
      return generation ? ['se', generation, ...clean.slice(2)] : ['se', ...clean.slice(2)]
    }
    // 15 Max Pro and Pro Max 15 are the same phone.
    const order = ['s', 'e', 'c', 'mini', 'plus', 'pro', 'max']
    const rank = (token: string) => (isNumber(token) || token.startsWith('x') ? -1 : order.indexOf(token))
    return clean.every((token) => isNumber(token) || token.startsWith('x') || order.includes(token))
      ? clean.sort((a, b) => rank(a) - rank(b))
      : clean
  },
  huawei: (tokens) =>
    tokens[0] === 'p' && Number(tokens[1]) >= 70
      ? ['pura', ...tokens.slice(1)]
      : tokens.filter((t, at) => t !== 'rs' || tokens.indexOf('rs') === at),
  samsung: (tokens) => (tokens[0] === 'fold' || tokens[0] === 'flip' ? ['z', ...tokens] : tokens),
  xiaomi: (tokens) =>
    // Redmi K40 and K50 for games are sold as K40G and K50G too.
    tokens.flatMap((token, at) =>
      token === 'g' && tokens[at - 2] === 'k' ? [tokens[at - 1] === '40' ? 'edition-gaming' : 'edition-esports'] : [token],
    ),
}

/** A number with a single p after it is the Pro of its line: 14P, K80P. Not so where the letter is of the name: Huawei Y6p. */
const proSeries = /^(?:k|s|x|note|turbo|mate|nova|pura|p|reno|find|magic|ace|neo)?$/
const spellPro = (tokens: readonly string[]): string[] => {
  const [first = ''] = tokens
  return proSeries.test(isNumber(first) ? '' : first)
    ? tokens.map((token, at) => (token === 'p' && isNumber(tokens[at - 1]) ? 'pro' : token))
    : [...tokens]
}

/** Sub-brand of a name that leaves it out, from its series. */
function lineOf(brand: string | null, tokens: readonly string[]): string {
  const [first, second] = tokens
  if (brand === 'xiaomi') {
    if (first === 'k' || first === 'note' || first === 'turbo') return 'redmi'
    if (isNumber(first) && /^[acr]$/.test(second ?? '')) return 'redmi'
  }
  if (brand === 'vivo') {
    if (first === 'neo' || isNumber(first)) return 'iqoo'
    if (first === 'z' && Number(second) >= 7) return 'iqoo'
  }
  return ''
}

/** One part of a name, as far as it can be read without knowing under which brand it stands. */
interface Draft {
  readonly network: Phone['network']
  readonly named: { readonly brand: string | null; readonly line: string }
  readonly tokens: readonly string[]
  /** The brand that its series or its abbreviations tell. */
  readonly told: string | null
}

/** A name without its hint: what takes time, done once for all brands that may claim it. */
export type NameDraft = readonly Draft[]

function draft(text: string): Draft {
  const { network, rest: unnetworked } = takeNetwork(text)
  const named = takeBrand(unnetworked)
  const letters = chineseWords
    .reduce((done, [word, token]) => done.replace(word, token), named.rest.replace(figures, ' '))
    .replace(/\+/g, ' plus ')
  const bare = noise.reduce((done, word) => done.replace(word, ' '), letters)
  const counted = bare.replace(/[一二三四五六七八九](?=\s*代)/g, (digit) => String('一二三四五六七八九'.indexOf(digit) + 1))
  const tokens = tokensOf(counted.replace(/第?\s*(\d)\s*代|(\d)(?:st|nd|rd|th)\s*gen(?:eration)?/g, ' $1$2 '))
  const series = seriesBrand[tokens[0] === 'z' ? (tokens[1] ?? '') : (tokens[0] ?? '')]
  const abbreviated = tokens.includes('pm') || (tokens.length === 2 && isNumber(tokens[0]) && tokens[1] === 'p') ? 'apple' : null
  // A number with a single u after it is the largest of its line: S24U, 14U.
  const spelled = tokens.flatMap((token, at) => {
    if (!isNumber(tokens[at - 1])) return [token]
    return token === 'u' ? ['ultra'] : token === 'su' ? ['s', 'ultra'] : [token]
  })
  return { network, named, tokens: spelled, told: series ?? abbreviated }
}

function finish({ network, named, tokens: bare, told }: Draft, hint: { brand: string | null; line: string }): Phone {
  const brand = named.brand ?? hint.brand ?? told
  const pro = brand === 'apple' ? bare : spellPro(bare)
  const tokens = brand ? (spellings[brand]?.([...pro]) ?? pro) : pro
  const line = named.line || (brand === hint.brand ? hint.line : '') || lineOf(brand, tokens)
  return {
    brand,
    line,
    tokens,
    network,
    numbers: tokens.filter(isNumber).join(' '),
    letters: tokens.filter((token) => !isNumber(token)).join(''),
  }
}

/** A part that only says what it adds to the one before: Pro, Pro+, +. */
const bareSuffix = /^(?:\+|(?:pro|plus|max|ultra|mini)(?![a-z]*\d))/

/** The parts of a mould's name that fits several phones, each a whole name: 苹果7/8 Plus → 苹果7 Plus, 苹果8 Plus. */
function parts(text: string): string[] {
  const pieces = text.split(/[/、&|]|(?<=\S)\s*和\s*(?=\S)/).map((piece) => piece.trim())
  const whole = pieces.filter((piece) => piece !== '')
  const [first, ...others] = whole
  if (first === undefined || others.length === 0) return whole
  const prefix = /^(.*?)\d+\D*$/.exec(first)?.[1] ?? ''
  const last = whole.at(-1) ?? ''
  // A single letter names the last one alone: 17/16e.
  const suffix = /^\d+((?:p|\+|\D{2,}))$/.exec(last)?.[1] ?? ''
  const number = (piece: string) => /\d+/.exec(piece)?.[0]
  // Only bare numbers take the last one's suffix: 7/8 Plus, but not 15/15 Pro.
  const carries = suffix !== '' && whole.slice(0, -1).every((piece) => /\d$/.test(piece) && number(piece) !== number(last))
  return whole.map((piece, at) => {
    // 苹果13/14, and Note11 Pro/Pro+: what is left out stands before.
    const stem = /^(.*\d)\D*$/.exec(whole[at - 1] ?? '')?.[1]
    const named =
      at === 0 ? piece : /^\d/.test(piece) ? `${prefix}${piece}` : bareSuffix.test(piece) && stem ? `${stem}${piece}` : piece
    return carries && at < whole.length - 1 ? `${named}${suffix}` : named
  })
}

/** Reads a name as far as it goes without knowing under which brand it stands. */
export const draftName = (name: string): NameDraft => parts(spellCodes(plain(name))).map(draft)

/**
 * The phones a name stands for: one, or several for a mould shared by them (7/8/SE2). `brandHint` is the brand a seller's list keeps
 * the model under; a name that says or shows another brand keeps its own.
 */
export function phonesOf(drafts: NameDraft, brandHint = ''): readonly Phone[] {
  const hint = takeBrand(plain(brandHint))
  let lead = { brand: hint.brand, line: hint.line }
  const phones: Phone[] = []
  for (const piece of drafts) {
    const phone = finish(piece, lead)
    if (phone.tokens.length === 0) continue
    // What follows in a shared mould's name leaves out what was said before.
    lead = { brand: phone.brand, line: piece.named.line || lead.line }
    phones.push(phone)
  }
  return phones
}

export const readName = (name: string, brandHint = ''): readonly Phone[] => phonesOf(draftName(name), brandHint)
