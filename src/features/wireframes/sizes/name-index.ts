/** Finds what a list says of a phone model by the model's name, as the matcher reads names. Pure. */
import { phoneNamed } from '../../../../contract/library/library'
import { isSamePhone, phoneKey } from '../../../../contract/rules/phone-difference'
import { brandKey, type Phone, readName } from '../../../../contract/rules/phone-names'

/** An entry of a list: the name of a model, and what is said of it. */
export interface Named<T> {
  /** '' where the list does not say it, or says it in the name. */
  readonly brand: string
  readonly name: string
  readonly value: T
}

/** A name without differences of case, width and blanks. */
const plainName = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s+/g, '')

const isSameBrand = (one: string, other: string): boolean =>
  one === '' || plainName(one) === plainName(other) || (brandKey(one) !== null && brandKey(one) === brandKey(other))

function appendTo<T>(map: Map<string, T[]>, key: string, value: T): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

/**
 * Returns a function that finds the values of a model. An equal name is certain. Otherwise names are compared as phones, by the rules of
 * the matcher; a name of the list may stand for several phones, such as iPhone 13/14, one of a model must not. Several values are left to
 * the caller: they are not for it to choose from silently.
 */
export function createNameIndex<T>(list: readonly Named<T>[]): (brand: string, model: string) => readonly T[] {
  const byName = new Map<string, Named<T>[]>()
  const byPhone = new Map<string, { readonly phone: Phone; readonly value: T }[]>()
  const networks = new Map<string, Set<string | null>>()
  for (const named of list) {
    appendTo(byName, plainName(named.name), named)
    for (const phone of readName(named.name, named.brand)) {
      if (phone.brand === null) continue
      const key = phoneKey(phone)
      appendTo(byPhone, key, { phone, value: named.value })
      networks.set(key, (networks.get(key) ?? new Set()).add(phone.network))
    }
  }
  // A list that names a phone both with and without its network means two bodies.
  const distinct = new Set([...networks].filter(([, found]) => found.size > 1).map(([key]) => key))

  const find = (brand: string, model: string): readonly T[] => {
    const equal = [
      ...(byName.get(plainName(model)) ?? []).filter((named) => isSameBrand(named.brand, brand)),
      ...(byName.get(plainName(brand + model)) ?? []),
    ]
    if (equal.length > 0) return equal.map(({ value }) => value)
    const phone = phoneNamed(brand, model)
    if (phone === null) return []
    const same = (byPhone.get(phoneKey(phone)) ?? []).filter((entry) => isSamePhone(phone, entry.phone, distinct))
    return same.map(({ value }) => value)
  }

  /** A screen asks for the same models with every key, and reading a name takes long. */
  const known = new Map<string, readonly T[]>()
  return (brand, model) => {
    const key = JSON.stringify([brand, model])
    const found = known.get(key) ?? find(brand, model)
    known.set(key, found)
    return found
  }
}
