/** 常用机型: the phones that sellers add with one tick, by brand, and the search of one by the name that a seller gave it. Pure. */
import { phoneName } from '../rules/case-names'
import { isSamePhone, phoneKey } from '../rules/phone-difference'
import { brandKey, type Phone, readName } from '../rules/phone-names'
import { google, motorola, nothing, samsung } from './phones/abroad'
import { apple } from './phones/apple'
import { honor } from './phones/honor'
import { huawei } from './phones/huawei'
import { onePlus, oppo, realme } from './phones/oppo'
import { iqoo, vivo } from './phones/vivo'
import { redmi, xiaomi } from './phones/xiaomi'
import type { LibraryBrand, LibraryPhone } from './types'

/** In the order in which buyers of a new catalogue see them. */
export const libraryBrands: readonly LibraryBrand[] = [
  ...[apple, huawei, xiaomi, redmi, oppo, vivo, honor, onePlus, iqoo, realme],
  ...[samsung, google, nothing, motorola],
]

export const libraryPhones: readonly LibraryPhone[] = libraryBrands.flatMap(({ phones }) => phones)

/** The name of a phone by which calls and lists know it, such as 苹果 iPhone 15 Pro. */
export const libraryName = ({ brand, name }: Pick<LibraryPhone, 'brand' | 'name'>): string => phoneName(brand, name)

const byName = new Map(libraryPhones.map((phone) => [libraryName(phone), phone]))
export const libraryPhone = (name: string): LibraryPhone | undefined => byName.get(name)

/** Names under which a phone is known: its own, without blanks as sellers type it, and its aliases. */
export function namesOf(phone: LibraryPhone): readonly string[] {
  const joined = libraryName(phone).replace(/\s+/g, '').toLowerCase().replace('苹果iphone', '苹果')
  return [...new Set([libraryName(phone), joined, ...phone.aliases])]
}

/** The phone that a name of a model stands for; null for a name that is shared by several phones, or tells none. */
export function phoneNamed(brand: string, model: string): Phone | null {
  const [phone, ...others] = readName(model, brand)
  return phone !== undefined && phone.brand !== null && others.length === 0 ? phone : null
}

const readings = libraryPhones.flatMap((phone) => {
  const reading = phoneNamed(phone.brand, phone.name)
  return reading ? [{ phone, reading, key: phoneKey(reading) }] : []
})
const byKey = new Map(readings.map((one) => [one.key, one]))

/**
 * The phone of the library that a seller's or a factory's model is, by the matcher's rules; null where none is certain.
 *
 * @param distinct keys of phones that a list names both with and without a network.
 */
export function libraryPhoneOf(brand: string, model: string, distinct?: ReadonlySet<string>): LibraryPhone | null {
  const named = phoneNamed(brand, model)
  const found = named && byKey.get(phoneKey(named))
  return named && found && isSamePhone(named, found.reading, distinct) ? found.phone : null
}

/** The library's name of a brand that a reading tells, such as 苹果; null for a brand that the library does not have. */
export function brandNamed({ brand, line }: Pick<Phone, 'brand' | 'line'>): string | null {
  const key = `${brand ?? ''}/${line}`
  return libraryBrands.find(({ name }) => brandKey(name) === key)?.name ?? null
}
