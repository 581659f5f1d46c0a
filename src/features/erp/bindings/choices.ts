/** The choices of a factory's list and the search in them. Pure. */
import type { FactoryPhoneModel } from '../../../../contract/types'
import { sizeText, stockText } from './model-rows'

export interface Choice {
  /** The factory's own code or id. */
  readonly key: string
  readonly name: string
  /** Shown beside the name where it differs from it. */
  readonly code: string
  /** Size in mm and stock, as texts. */
  readonly facts: readonly string[]
  /** Out of stock: it can be bound, but the factory cannot produce it now. */
  readonly isOutOfStock?: boolean
}

/** A choice that probably fits, with the reason. */
export interface Suggestion {
  readonly key: string
  readonly note: string
}

export const modelChoice = (model: FactoryPhoneModel): Choice => ({
  key: model.code,
  name: model.name,
  code: model.code,
  facts: [sizeText(model), stockText(model.stock)].filter((fact) => fact !== null),
  isOutOfStock: model.stock !== null && model.stock <= 0,
})

const normalize = (text: string) => text.normalize('NFKC').toLowerCase()
const withoutSpaces = (text: string) => normalize(text).replace(/\s+/g, '')

/**
 * Choices whose name or code contains every typed word, ignoring case and, in names, spaces. Those that begin with the words
 * come first.
 */
export function searchChoices(choices: readonly Choice[], typed: string): readonly Choice[] {
  const words = normalize(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return choices
  const typedText = withoutSpaces(typed)
  const prefixMatches: Choice[] = []
  const otherMatches: Choice[] = []
  for (const choice of choices) {
    const [name, code] = [withoutSpaces(choice.name), withoutSpaces(choice.code)]
    if (!words.every((word) => name.includes(word) || code.includes(word))) continue
    if (name.startsWith(typedText) || code.startsWith(typedText)) prefixMatches.push(choice)
    else otherMatches.push(choice)
  }
  return [...prefixMatches, ...otherMatches]
}
