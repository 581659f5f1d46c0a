/** Finds the models that the choices of products name: those of the seller's catalogue first, then those of the library. Pure. */
import { isBoughtPhone } from '../rules/bought-case'
import { phoneName } from '../rules/case-names'
import type { ChosenPhones } from '../rules/phone-choice'
import { type Phone, readName } from '../rules/phone-names'
import { libraryName, libraryPhones } from './library'

/** A model of the seller's catalogue. */
export interface OwnModel {
  readonly phoneBrandId: number
  readonly phoneModelId: number
  readonly brand: string
  readonly name: string
}

/** A model that a choice names: `own` if the catalogue has it, else it is the phone of that name in the library. */
export interface SkuModel {
  /** Brand and model, such as 苹果 iPhone 15 Pro. */
  readonly name: string
  readonly own: OwnModel | null
}

export interface FoundModels {
  readonly models: readonly SkuModel[]
  /** Whether all phones were found, and the choice fits no others. */
  readonly isWhole: boolean
}

interface Candidate {
  readonly model: SkuModel
  readonly readings: readonly Phone[]
}

/** A choice that stands for phones that it does not name; 通用 between named ones does not. */
const openChoice = /\d[a-z+\s]*系列|全系|所有|全部|任意/

const indexOf = (candidates: readonly Candidate[]): ReadonlyMap<string, readonly Candidate[]> => {
  const index = new Map<string, Candidate[]>()
  for (const candidate of candidates) {
    for (const key of new Set(candidate.readings.map(keyOf))) index.set(key, [...(index.get(key) ?? []), candidate])
  }
  return index
}
const keyOf = ({ brand, numbers }: Phone): string => `${brand} ${numbers}`

const library = indexOf(
  libraryPhones.map((phone) => ({
    model: { name: libraryName(phone), own: null },
    readings: readName(phone.name, phone.brand),
  })),
)

/** Returns the search of a catalogue's models; make it once for many choices. */
export function modelFinder(catalogue: readonly OwnModel[]): (choice: ChosenPhones) => FoundModels {
  const own = indexOf(
    catalogue.map((model) => ({
      model: { name: phoneName(model.brand, model.name), own: model },
      readings: readName(model.name, model.brand),
    })),
  )
  const find = (phone: Phone, choice: ChosenPhones): SkuModel | undefined => {
    for (const index of [own, library]) {
      const same = (index.get(keyOf(phone)) ?? []).filter(({ readings }) =>
        readings.some((reading) => isBoughtPhone(phone, reading, choice)),
      )
      const exact = same.find(({ readings }) => readings.some(({ network }) => network === phone.network))
      const found = exact ?? same[0]
      if (found) return found.model
    }
    return undefined
  }
  return (choice) => {
    if (openChoice.test(choice.text.normalize('NFKC').toLowerCase())) return { models: [], isWhole: false }
    const found = choice.phones.map((phone) => find(phone, choice))
    const models = [...new Map(found.flatMap((model) => (model ? [[model.name, model] as const] : []))).values()]
    return { models, isWhole: found.length > 0 && !found.includes(undefined) }
  }
}
