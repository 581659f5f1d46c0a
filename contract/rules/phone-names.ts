/** Reads phone names, as sellers and factories write them, into brand, line, tokens and network. Pure. */
import { brandNames, capacityFigures, chineseWords, latinWords, makerCodes, noiseWords, seriesBrand } from './phone-words'

/** One phone that a name stands for. */
export interface Phone {
  /** Key of the brand; null when neither the name nor its series tells it. */
  readonly brand: string | null
  /** A sub-brand whose equal numbers mean other bodies (redmi, iqoo), or ''. */
  readonly line: string
  /** Series letters, numbers, suffixes and editions, in order: note 12 t pro. */
  readonly tokens: readonly string[]
  readonly network: '4g' | '5g' | null
  /** The tokens that are numbers, separated by spaces; `letters` are the others, joined. */
  readonly numbers: string
  readonly letters: string
}

const normalize = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim()

/** Splits a name into brand and rest. The first brand of the table that occurs wins; all its other names are removed too. */
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

/** Whether a text is the name of a brand and nothing else, such as 苹果 or Apple/苹果. */
export function isBrandName(text: string): boolean {
  const { brand, rest } = takeBrand(normalize(text))
  return brand !== null && !/[\p{L}\p{N}]/u.test(rest.replace(/品牌|手机|系列/g, ''))
}

/** The brand and sub-brand that a text names and nothing else, as a key: 苹果 and Apple/苹果 have the same; null for other texts. */
export function brandKey(text: string): string | null {
  if (!isBrandName(text)) return null
  const { brand, line } = takeBrand(normalize(text))
  return `${brand}/${line}`
}

/** Replaces makers' model codes by the phone names they stand for. */
function expandCodes(text: string): string {
  return text
    .replace(/(?<![a-z0-9])(a\d{4})(?!\d)/g, (found, code: string) => makerCodes[code] ?? found)
    .replace(/sm-?([a-z]\d{3})\d?[a-z]?/g, (found, code: string) => makerCodes[`sm-${code}`] ?? found)
    .replace(/(?<![a-z])([a-z]{3}-[a-z]{2}\d{2})(?!\d)/g, (found, code: string) => makerCodes[code] ?? found)
}

/** Splits joined letters into known words, longest first: spro → s pro, zfold → z fold, gtneo → gt neo. */
function splitJoinedWords(letters: string): string[] {
  if (letters === '') return []
  for (const word of latinWords) {
    const at = letters.indexOf(word)
    if (at >= 0) return [...splitJoinedWords(letters.slice(0, at)), word, ...splitJoinedWords(letters.slice(at + word.length))]
  }
  return [letters]
}

function tokensOf(text: string): string[] {
  // Chinese words left over name an unknown edition or series: it counts as another body until a person decides.
  const found = text.match(/edition-[a-z]+|[a-z]+|\d+|\p{Script=Han}+/gu) ?? []
  return found.flatMap((part) => (/^[a-z]+$/.test(part) ? splitJoinedWords(part) : [part]))
}

/** Splits a text into its network word, also one joined to a number (note125g is note 12 with 5G), and the rest. */
function takeNetwork(text: string): { network: Phone['network']; rest: string } {
  let network: Phone['network'] = null
  const rest = text.replace(/([45])g(?![a-z0-9])/g, (_, digit: string) => {
    network = digit === '5' ? '5g' : '4g'
    return ' '
  })
  return { network, rest }
}

const isNumber = (token: string | undefined): boolean => token !== undefined && /^\d+$/.test(token)

/** Rewrites abbreviations and other spellings of a brand in the tokens of one name. */
const spellings: Readonly<Record<string, (tokens: string[]) => string[]>> = {
  apple(tokens) {
    const number = tokens.find(isNumber)
    const isElevenOrLater = Number(number) >= 11
    const expanded = tokens.flatMap((token, at) => {
      if (token === 'pm') return ['pro', 'max']
      if (token === 'm' && /^(?:p|pro|xs)$/.test(tokens[at - 1] ?? '')) return ['max']
      if (token === 'p') return isElevenOrLater ? ['pro'] : ['plus']
      if (token === 'sp') return ['s', 'plus']
      if (token === '10') return ['x']
      if (token === 'x' && tokens.includes('s')) return ['xs']
      return [token]
    })
    const cleaned = expanded.includes('xs') ? expanded.filter((token) => token !== 's') : expanded
    if (cleaned.includes('air')) return ['air']
    if (cleaned[0] === 'se') {
      const generation = { '2020': '2', '2022': '3', '1': '', '2016': '' }[cleaned[1] ?? ''] ?? cleaned[1]
      return generation ? ['se', generation, ...cleaned.slice(2)] : ['se', ...cleaned.slice(2)]
    }
    // 15 Max Pro and 15 Pro Max are the same phone.
    const suffixOrder = ['s', 'e', 'c', 'mini', 'plus', 'pro', 'max']
    const rank = (token: string) => (isNumber(token) || token.startsWith('x') ? -1 : suffixOrder.indexOf(token))
    return cleaned.every((token) => isNumber(token) || token.startsWith('x') || suffixOrder.includes(token))
      ? cleaned.sort((a, b) => rank(a) - rank(b))
      : cleaned
  },
  huawei: (tokens) =>
    tokens[0] === 'p' && Number(tokens[1]) >= 70
      ? ['pura', ...tokens.slice(1)]
      : tokens.filter((t, at) => t !== 'rs' || tokens.indexOf('rs') === at),
  samsung: (tokens) => (tokens[0] === 'fold' || tokens[0] === 'flip' ? ['z', ...tokens] : tokens),
  xiaomi: (tokens) =>
    // The gaming editions of the Redmi K40 and K50 are also sold as K40G and K50G.
    tokens.flatMap((token, at) =>
      token === 'g' && tokens[at - 2] === 'k' ? [tokens[at - 1] === '40' ? 'edition-gaming' : 'edition-esports'] : [token],
    ),
}

/** A single p after a number is the Pro of its series (14P, K80P), unless the letter belongs to the name (Huawei Y6p). */
const proSeries = /^(?:k|s|x|note|turbo|mate|nova|pura|p|reno|find|magic|ace|neo)?$/
const expandPro = (tokens: readonly string[]): string[] => {
  const [first = ''] = tokens
  return proSeries.test(isNumber(first) ? '' : first)
    ? tokens.map((token, at) => (token === 'p' && isNumber(tokens[at - 1]) ? 'pro' : token))
    : [...tokens]
}

/** The sub-brand that a series implies where the name leaves it out. */
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

/** One part of a name, read as far as possible without knowing its brand. */
interface NamePart {
  readonly network: Phone['network']
  readonly ownBrand: { readonly brand: string | null; readonly line: string }
  readonly tokens: readonly string[]
  /** The brand that its series or abbreviations imply. */
  readonly impliedBrand: string | null
}

/** A name read without a brand hint: the slow part, done once for all brands that may claim the name. */
export type NameDraft = readonly NamePart[]

function readPart(text: string): NamePart {
  // Capacities first: the end of 64g would be read as a network.
  const { network, rest: withoutNetwork } = takeNetwork(text.replace(capacityFigures, ' '))
  const ownBrand = takeBrand(withoutNetwork)
  const letters = chineseWords.reduce((done, [word, token]) => done.replace(word, token), ownBrand.rest).replace(/\+/g, ' plus ')
  const withoutNoise = noiseWords.reduce((done, word) => done.replace(word, ' '), letters)
  const withDigits = withoutNoise.replace(/[一二三四五六七八九](?=\s*代)/g, (digit) =>
    String('一二三四五六七八九'.indexOf(digit) + 1),
  )
  const tokens = tokensOf(withDigits.replace(/第?\s*(\d)\s*代|(\d)(?:st|nd|rd|th)\s*gen(?:eration)?/g, ' $1$2 '))
  const series = seriesBrand[tokens[0] === 'z' ? (tokens[1] ?? '') : (tokens[0] ?? '')]
  const abbreviated = tokens.includes('pm') || (tokens.length === 2 && isNumber(tokens[0]) && tokens[1] === 'p') ? 'apple' : null
  // A number followed by a single u is the Ultra of its series: S24U, 14U.
  const expandedTokens = tokens.flatMap((token, at) => {
    if (!isNumber(tokens[at - 1])) return [token]
    return token === 'u' ? ['ultra'] : token === 'su' ? ['s', 'ultra'] : [token]
  })
  // 17 Ultra 至尊版 says the same grade in both languages.
  const gradedOnce = expandedTokens.filter((token, at) => token !== 'ultra' || expandedTokens[at - 1] !== 'ultra')
  return { network, ownBrand, tokens: gradedOnce, impliedBrand: series ?? abbreviated }
}

function phoneFrom(
  { network, ownBrand, tokens: ownTokens, impliedBrand }: NamePart,
  brandHint: { brand: string | null; line: string },
): Phone {
  const brand = ownBrand.brand ?? brandHint.brand ?? impliedBrand
  const pro = brand === 'apple' ? ownTokens : expandPro(ownTokens)
  const tokens = brand ? (spellings[brand]?.([...pro]) ?? pro) : pro
  const line = ownBrand.line || (brand === brandHint.brand ? brandHint.line : '') || lineOf(brand, tokens)
  return {
    brand,
    line,
    tokens,
    network,
    numbers: tokens.filter(isNumber).join(' '),
    letters: tokens.filter((token) => !isNumber(token)).join(''),
  }
}

/** Matches a part that only names a suffix of the part before it: Pro, Pro+, +. */
const bareSuffix = /^(?:\+|(?:pro|plus|max|ultra|mini)(?![a-z]*\d))/

/** Splits a name shared by several phones into whole names: 苹果7/8 Plus → 苹果7 Plus, 苹果8 Plus. */
function splitSharedName(text: string): string[] {
  const pieces = text.split(/[/、&|]|(?<=\S)\s*和\s*(?=\S)/).map((piece) => piece.trim())
  const nonEmptyPieces = pieces.filter((piece) => piece !== '')
  const [first, ...others] = nonEmptyPieces
  if (first === undefined || others.length === 0) return nonEmptyPieces
  const prefix = /^(.*?)\d+\D*$/.exec(first)?.[1] ?? ''
  const last = nonEmptyPieces.at(-1) ?? ''
  // A single letter belongs to the last phone alone: 17/16e.
  const suffix = /^\d+((?:p|\+|\D{2,}))$/.exec(last)?.[1] ?? ''
  const number = (piece: string) => /\d+/.exec(piece)?.[0]
  // Only bare numbers take the suffix of the last part: 7/8 Plus, but not 15/15 Pro.
  const sharesSuffix =
    suffix !== '' && nonEmptyPieces.slice(0, -1).every((piece) => /\d$/.test(piece) && number(piece) !== number(last))
  return nonEmptyPieces.map((piece, at) => {
    // In 苹果13/14 and Note11 Pro/Pro+, what a part leaves out is in the part before it.
    const stem = /^(.*\d)\D*$/.exec(nonEmptyPieces[at - 1] ?? '')?.[1]
    const fullName =
      at === 0 ? piece : /^\d/.test(piece) ? `${prefix}${piece}` : bareSuffix.test(piece) && stem ? `${stem}${piece}` : piece
    return sharesSuffix && at < nonEmptyPieces.length - 1 ? `${fullName}${suffix}` : fullName
  })
}

/** Reads a name as far as possible without knowing its brand. */
export const draftName = (name: string): NameDraft => splitSharedName(expandCodes(normalize(name))).map(readPart)

/**
 * The phones a name stands for: one, or several where they share a body (7/8/SE2). `brandHint` is the brand under which a seller
 * lists the model; a name that states or implies another brand keeps that one.
 */
export function phonesOf(drafts: NameDraft, brandHint = ''): readonly Phone[] {
  const hint = takeBrand(normalize(brandHint))
  let previous = { brand: hint.brand, line: hint.line }
  const phones: Phone[] = []
  for (const piece of drafts) {
    const phone = phoneFrom(piece, previous)
    if (phone.tokens.length === 0) continue
    // Later parts of a shared name leave out what the first one said.
    previous = { brand: phone.brand, line: piece.ownBrand.line || previous.line }
    phones.push(phone)
  }
  return phones
}

export const readName = (name: string, brandHint = ''): readonly Phone[] => phonesOf(draftName(name), brandHint)
