/** Finds the phone, and the material with its colour, that a cell of a name list means, by the rules of orders and of product SKUs. Pure. */
import { phoneName } from '../../../../contract/rules/case-names'
import { phonesOfValue } from '../../../../contract/rules/phone-choice'
import { isSamePhone } from '../../../../contract/rules/phone-difference'
import { type Phone, readName } from '../../../../contract/rules/phone-names'
import { colorKey } from '../../../../contract/rules/sku-words'

export interface CatalogueModel {
  readonly id: number
  readonly brand: string
  readonly name: string
}
export interface CatalogueColor {
  readonly id: number
  readonly material: string
  readonly name: string
}

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s·]+/g, '')

/** Returns the models that a text may mean: one is certain, several are for the seller to choose from. */
export function createPhoneMatch(models: readonly CatalogueModel[]): (text: string) => readonly CatalogueModel[] {
  const known = models.map((model) => ({ model, phones: readName(model.name, model.brand) }))
  const find = (text: string): readonly CatalogueModel[] => {
    const equal = models.filter(({ brand, name }) =>
      [name, `${brand}${name}`, phoneName(brand, name)].some((one) => plain(one) === plain(text)),
    )
    if (equal.length > 0) return equal
    const { phones } = phonesOfValue(text, '')
    const [phone] = phones
    if (phone === undefined) return []
    const matches = (one: Phone) =>
      known.flatMap(({ model, phones: own }) => (own.some((its) => isSamePhone(one, its)) ? [model] : []))
    return [...new Set(phones.flatMap(matches))]
  }
  const found = new Map<string, readonly CatalogueModel[]>()
  return (text) => {
    const known = found.get(text) ?? find(text)
    found.set(text, known)
    return known
  }
}

/** Whether a text names a phone, whether the catalogue has it or not; a number alone may be anything. */
export const namesPhone = (text: string): boolean => phonesOfValue(text, '').phones.some(({ brand }) => brand !== null)

/**
 * Returns the colours that a text may mean; several are for the seller to choose from, unless one is of the material that the list is made
 * in.
 */
export function matchColor(colors: readonly CatalogueColor[], text: string, usualId: number | null): readonly CatalogueColor[] {
  const wanted = plain(text)
  const whole = colors.filter(({ material, name }) =>
    [`${material}${name}`, `${name}${material}`].some((one) => plain(one) === wanted),
  )
  if (whole.length > 0) return whole
  const named = colors.filter(({ name }) => plain(name) === wanted || colorKey(name) === colorKey(text))
  const usual = colors.find(({ id }) => id === usualId)
  const ofMaterial = named.filter(({ material }) => material === usual?.material)
  if (ofMaterial.length > 0) return ofMaterial
  if (named.length > 0) return named
  return colors.filter(({ material, name }) => wanted.includes(plain(material)) && wanted.includes(plain(colorKey(name))))
}
