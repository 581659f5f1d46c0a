/**
 * Reads what the choices of a marketplace's product say about a case: its phones, material and colour. Phones are read by the
 * matcher's reader and judged like those of orders (bought-case); words that no table knows are returned as they are written. Pure.
 */
import { chosenPhones, type Part, propertyParts } from './bought-case'
import {
  edge,
  idleWords,
  knownColor,
  latinColors,
  latinMaterials,
  materialWords,
  namedColor,
  noCase,
  noCaseAlone,
  otherGoods,
} from './case-words'
import { type ChosenPhones, isPhoneWord, plainChoice, withoutBesides } from './phone-choice'
import { brandNames, chineseWords, makerCodes } from './phone-words'

export interface SkuWords {
  /** Whether a case is sold; false for 补差价, films and the like. */
  readonly isCase: boolean
  /** The choice that names phones; null if none does. */
  readonly choice: ChosenPhones | null
  /** As a catalogue names it, such as 磨砂 or 透明软壳. */
  readonly material: string | null
  /** As a catalogue names it, such as 黑色 or 曜石黑; null also where several are named. */
  readonly color: string | null
  /** Words that were not understood, as the seller wrote them. */
  readonly unread: readonly string[]
}

/** Properties whose values tell nothing about a case. */
const idleProperty = /品牌|数量|套餐|尺码|尺寸|价格|发货|容量|内存|版本类型|大小/
const materialProperty = /材质|材料|质地|工艺/

/** Reads the words of one choice of a product. @param brandHint a brand for names without one, such as the only one of the title; or ''. */
export function readSkuWords(propertiesName: string, brandHint = ''): SkuWords {
  const parts = propertyParts(propertiesName)
  const choice = chosenPhones(propertiesName, brandHint)
  const words = parts.filter(({ name }) => !idleProperty.test(name)).map((part) => readPart(part, choice))
  const materials = unique(words.flatMap((one) => one.materials))
  const colors = differentColors(words.flatMap((one) => one.colors))
  const unread = words.flatMap((one) => one.unread)
  const [color] = colors
  return {
    isCase: !isNoCase(parts, choice),
    choice,
    // 透明软壳 is a material that says its colour.
    material: materials.length === 0 ? null : materials.join(''),
    color: colors.length === 1 && color !== undefined ? color : colors.length === 0 && materials.some(isClear) ? '透明' : null,
    unread: unique(colors.length > 1 ? [...unread, ...colors] : unread),
  }
}

/** The name of a colour without 色, by which 黑 and 黑色 are one. */
export const colorKey = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\s+/g, '')
    .replace(/(?<=.)色$/, '')
const differentColors = (names: readonly string[]): readonly string[] =>
  names.filter((name, at) => names.findIndex((other) => colorKey(other) === colorKey(name)) === at)

const unique = (words: readonly string[]): string[] => [...new Set(words)]
const isClear = (material: string): boolean => /^(?:透明|全透|高透)/.test(material)

function isNoCase(parts: readonly Part[], choice: ChosenPhones | null): boolean {
  const values = parts.map(({ value }) => plainChoice(value))
  if (values.some((value) => noCase.test(value) || (choice === null && noCaseAlone.test(value)))) return true
  return values.some((value) => otherGoods.test(withoutBesides(value))) && !values.some((value) => /壳/.test(value))
}

interface PartWords {
  readonly materials: readonly string[]
  readonly colors: readonly string[]
  readonly unread: readonly string[]
}

/** Runs of letters, digits and Chinese characters; brackets and signs end them. */
const runs = /\p{Script=Han}+|(?:(?!\p{Script=Han})[\p{L}\p{N}+.])+/gu

function readPart({ name, value }: Part, choice: ChosenPhones | null): PartWords {
  const hasPhone = choice !== null && choice.phones.length > 0 && choice.text === value
  const text = withoutPhoneNames(withoutBesides(plainChoice(value)), hasPhone)
  const found: PartWords[] = []
  for (const [run] of text.matchAll(runs)) {
    const isHan = /\p{Script=Han}/u.test(run)
    found.push(isHan ? readHan(run) : readLatin(run, hasPhone))
  }
  const read = joined(found)
  const figures = /^[\d.+]+$/
  const words = read.unread.filter((word) => !figures.test(word))
  const all = words.length > 0 ? { ...read, unread: words } : read
  const isWholeMaterial = materialProperty.test(name) && all.materials.length === 0 && all.colors.length === 0
  const cased = all.unread.map((word) => asWritten(word, value))
  return isWholeMaterial && cased.length === 1 ? { ...all, materials: cased, unread: [] } : { ...all, unread: cased }
}

const joined = (found: readonly PartWords[]): PartWords => ({
  materials: found.flatMap(({ materials }) => materials),
  colors: found.flatMap(({ colors }) => colors),
  unread: found.flatMap(({ unread }) => unread),
})

/** Returns a word in the seller's letters, with the figures behind it: 图案03. */
function asWritten(word: string, value: string): string {
  const written = value.normalize('NFKC')
  const at = written.toLowerCase().indexOf(word)
  const figures = at === -1 ? '' : (/^\d+/.exec(written.slice(at + word.length))?.[0] ?? '')
  return at === -1 ? word : written.slice(at, at + word.length) + figures
}

const generation = /第?[一二三四五\d]代|[一二三四五六七八九]?十[一二三四五六七八九]?(?=[a-z\s]|$)/

/** Removes the Chinese names of brands, series and editions; they belong to the phone that the choice names. */
function withoutPhoneNames(text: string, hasPhone: boolean): string {
  if (!hasPhone) return text
  const names = [generation, ...brandNames.flatMap((brand) => brand.names), ...chineseWords.map(([word]) => word)]
  return names.reduce((done, name) => done.replace(new RegExp(name, name.flags.includes('u') ? 'gu' : 'g'), ' '), text)
}

function readLatin(run: string, hasPhone: boolean): PartWords {
  const words = run.match(/[\p{L}]+/gu) ?? []
  const unread: string[] = []
  const materials: string[] = []
  const colors: string[] = []
  for (const word of words) {
    const material = latinMaterials.get(word)
    const color = latinColors.get(word)
    if (material !== undefined) materials.push(material)
    else if (color !== undefined) colors.push(color)
    else if (idleWords.includes(word) || (hasPhone && (isPhoneWord(word) || makerCodes[run] !== undefined))) continue
    else if (word.length > 1 || words.length === 1) unread.push(words.length === 1 ? run : word)
  }
  // A number alone names a picture or a variant: 01.
  return { materials, colors, unread: words.length === 0 && !hasPhone && /\d/.test(run) ? [run] : unique(unread) }
}

/** Splits Chinese characters into known words from the left; what remains between them is unread, or a colour of its own name. */
function readHan(run: string): PartWords {
  const materials: string[] = []
  const colors: string[] = []
  const unread: string[] = []
  let rest = ''
  const end = () => {
    if (namedColor.test(rest)) colors.push(rest)
    else if (rest !== '') unread.push(rest)
    rest = ''
  }
  for (let at = 0; at < run.length; ) {
    const text = run.slice(at)
    const material = edge.exec(text)?.[0] ?? materialWords.find((word) => text.startsWith(word))
    const color = material === undefined && rest === '' ? knownColor.exec(text)?.[0] : undefined
    const idle = idleWords.find((word) => text.startsWith(word))
    // An idle word inside a name, such as 色 in 绝色佳人, belongs to it.
    const word = material ?? color ?? (rest === '' || (idle?.length ?? 0) > 1 ? idle : undefined)
    if (word === undefined) {
      const [sign = ''] = text
      rest += sign
      at += sign.length
      continue
    }
    end()
    if (material !== undefined) materials.push(material)
    else if (color !== undefined) colors.push(color)
    at += word.length
  }
  end()
  return { materials, colors, unread }
}

/** The one brand that a product's title names, as a hint for choices that leave it out; '' for none and for several. */
export function onlyBrand(title: string): string {
  const text = plainChoice(title)
  const found = new Map<string, string>()
  for (const { brand, line = '', names } of brandNames) {
    const name = names.flatMap((pattern) => pattern.exec(text)?.[0] ?? [])[0]
    if (name !== undefined) found.set(`${brand}/${line}`, name)
  }
  const [only, ...others] = found.values()
  return only !== undefined && others.length === 0 ? only : ''
}
