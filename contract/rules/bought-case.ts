/** Detects that a buyer bought another phone model than the one that the design was made for. Pure. */
import { type ChosenPhones, phonesOfValue } from './phone-choice'
import { isSamePhone } from './phone-difference'
import { type Phone, readName } from './phone-names'

export interface DesignedCase {
  readonly phoneBrandName: string
  readonly phoneModelName: string
  /** Whether the seller set the model; then it is right, whatever was bought. */
  readonly caseByHand: boolean
}

/** How the phone of a product SKU agrees with a design's; `unknown` also for names that cannot be read, or that fit many phones. */
export type PhoneFit = 'same' | 'other' | 'unknown'

/** One property of a product SKU; the name is '' where the marketplace gives none. */
export interface Part {
  readonly name: string
  readonly value: string
}

/** Ids before a name, in a marketplace's form `pid:vid:name:value`. */
const ids = /(^|[;；])\s*-?\d+:-?\d+:(?=[^:;]+:)/g

/** Splits a product SKU's properties, in the marketplace's form `name:value;name:value`. */
export const propertyParts = (propertiesName: string): readonly Part[] =>
  propertiesName
    .replace(ids, '$1')
    .split(/[;；]/)
    .flatMap((part) => {
      const at = part.search(/[:：]/)
      const value = part.slice(at + 1).trim()
      return value === '' ? [] : [{ name: at === -1 ? '' : part.slice(0, at).trim(), value }]
    })

/** Whether a property is the one in which a shop names phones. */
const namesPhones = (name: string): boolean =>
  /型号|机型/.test(name) || (/手机|适用|适合|款式/.test(name) && !/壳|膜|颜色|材质|品牌|数量|尺寸|容量|内存/.test(name))

/** Whether a value that stands in another property, such as a colour, names a phone beyond doubt. */
const isClear = ({ phones }: ChosenPhones): boolean =>
  phones.some(
    ({ brand, tokens }) => brand !== null || (tokens.length > 1 && /^(?:pro|max|ultra|mini)$/.test(tokens.at(-1) ?? '')),
  )

/**
 * Returns the choice that names the phone, such as 华为 Mate 60 in 适用手机型号:华为 Mate 60;颜色分类:黑; null if none does.
 *
 * @param brandHint the brand of names that leave it out; ''.
 */
export function chosenPhones(propertiesName: string, brandHint: string): ChosenPhones | null {
  const parts = propertyParts(propertiesName)
  const brand = parts.find(({ name }) => /品牌/.test(name))?.value ?? ''
  const read = ({ value }: Part): ChosenPhones => {
    const choice = phonesOfValue(value, brand)
    // A name without its brand, such as 15 Pro, is read as one of the design's brand.
    return choice.phones.every((phone) => phone.brand === null) && brand === '' ? phonesOfValue(value, brandHint) : choice
  }
  const named = parts
    .filter(({ name }) => namesPhones(name))
    .map((part) => ({ ...read(part), isModel: /型号|机型/.test(part.name) }))
    .filter(({ phones }) => phones.length > 0)
  // A number in 款式, such as 图案 03, is no phone where another property is the model's.
  const found = named.find(({ isModel }) => isModel) ?? named[0]
  if (found) return found
  const elsewhere = parts.filter(({ name, value }) => !/品牌/.test(name) && isClear(phonesOfValue(value, brand))).map(read)
  return elsewhere.length === 1 ? (elsewhere[0] ?? null) : null
}

const firstNumber = ({ tokens }: Phone): string | undefined => tokens.find((token) => /^\d+$/.test(token))

/** Whether a phone of a choice is another, leaving out the Chinese words that the choice has not: 至臻 of a catalogue's name is looked for in the choice's text. */
export function isBoughtPhone(bought: Phone, designed: Phone, { text, edition }: ChosenPhones): boolean {
  const words = designed.tokens.filter((token) => /\p{Script=Han}/u.test(token))
  const tokens = designed.tokens.filter((token) => !words.includes(token))
  const hasUnknownEdition = edition !== null && !words.some((word) => edition.includes(word))
  return words.every((word) => text.includes(word)) && !hasUnknownEdition && isSamePhone(bought, { ...designed, tokens })
}

/** Returns whether the bought phone is certainly the design's, certainly another one, or unknown, and what was bought. */
export function fitOf(
  propertiesName: string,
  { phoneBrandName, phoneModelName }: Pick<DesignedCase, 'phoneBrandName' | 'phoneModelName'>,
): { readonly fit: PhoneFit; readonly bought: string | null } {
  const choice = chosenPhones(propertiesName, phoneBrandName)
  const designed = readName(phoneModelName, phoneBrandName)
  if (choice === null || choice.phones.length === 0 || designed.length === 0) return { fit: 'unknown', bought: null }
  const { text: bought, phones, isOpen } = choice
  if (phones.some((phone) => designed.some((one) => isBoughtPhone(phone, one, choice)))) return { fit: 'same', bought }
  const mayBeNamed = phones.some((phone) =>
    designed.some((one) => phone.brand === one.brand && firstNumber(phone) === firstNumber(one)),
  )
  return { fit: isOpen && mayBeNamed ? 'unknown' : 'other', bought }
}

/**
 * Returns the bought phone if it is certainly not the design's: another brand, generation, grade or edition. Returns null
 * otherwise, also for names that cannot be read or that stand for several phones.
 *
 * @param propertiesName the product SKU's properties in the marketplace's form, `name:value;name:value`.
 */
export function boughtOtherPhone(propertiesName: string, designed: DesignedCase): string | null {
  if (designed.caseByHand) return null
  const { fit, bought } = fitOf(propertiesName, designed)
  return fit === 'other' ? bought : null
}
