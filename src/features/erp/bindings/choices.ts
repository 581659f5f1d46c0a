/** What can be chosen from a factory's list, and which of it a search finds. Pure. */
import type { FactoryPhoneModel } from '../../../../contract/types'
import { sizeText, stockText } from './model-rows'

export interface Choice {
  /** The factory's own code. */
  readonly key: string
  readonly name: string
  /** Shown beside the name where it says something else. */
  readonly code: string
  /** mm, stock. */
  readonly facts: readonly string[]
  /** It can be bound, but nothing is made of it now. */
  readonly isShort?: boolean
}

/** A choice that is probably meant, with why. */
export interface Suggestion {
  readonly key: string
  readonly note: string
}

export const modelChoice = (model: FactoryPhoneModel): Choice => ({
  key: model.code,
  name: model.name,
  code: model.code,
  facts: [sizeText(model), stockText(model.stock)].filter((fact) => fact !== null),
  isShort: model.stock !== null && model.stock <= 0,
})

const plain = (text: string) => text.normalize('NFKC').toLowerCase()
const bare = (text: string) => plain(text).replace(/\s+/g, '')

/**
 * Choices that contain every word typed, in their name or code, whatever the case; spaces in names do not count. What begins with
 * the words comes first.
 */
export function searchChoices(choices: readonly Choice[], typed: string): readonly Choice[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  if (words.length === 0) return choices
  const whole = bare(typed)
  const first: Choice[] = []
  const rest: Choice[] = []
  for (const choice of choices) {
    const [name, code] = [bare(choice.name), bare(choice.code)]
    if (!words.every((word) => name.includes(word) || code.includes(word))) continue
    if (name.startsWith(whole) || code.startsWith(whole)) first.push(choice)
    else rest.push(choice)
  }
  return [...first, ...rest]
}
