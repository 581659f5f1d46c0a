/** Reads many names that were typed or pasted. Pure. */
import { textLimits } from '../../../contract/rules/limits'

/** Most models added at once: each needs a call of its own. */
export const maxNamesAtOnce = 500

export interface NameList {
  /** Names to add: trimmed, each once, in the order written. */
  readonly names: readonly string[]
  /** Names left out because they are written more than once, or (`existing`) are there already. */
  readonly repeated: readonly string[]
  readonly existing: readonly string[]
  readonly tooLong: readonly string[]
}

/** The form in which the server compares names. */
export const normalizeName = (name: string): string => name.normalize('NFC').trim()

/**
 * Reads names, one per line or per cell of a pasted spreadsheet.
 *
 * @param existing names that the brand has already.
 */
export function readNames(text: string, existing: Iterable<string>): NameList {
  const existingNames = new Set<string>()
  for (const name of existing) existingNames.add(normalizeName(name))
  const names = new Set<string>()
  const repeated = new Set<string>()
  const alreadyThere = new Set<string>()
  const tooLong: string[] = []
  for (const cell of text.split(/[\r\n\t]+/)) {
    const name = normalizeName(cell)
    if (name === '') continue
    if (name.length > textLimits.name) tooLong.push(name)
    else if (existingNames.has(name)) alreadyThere.add(name)
    else if (names.has(name)) repeated.add(name)
    else names.add(name)
  }
  return { names: [...names], repeated: [...repeated], existing: [...alreadyThere], tooLong }
}

/** A few of many names for a sentence: 小米14、小米15 等 7 个. */
export function summarizeNames(names: readonly string[], maxShown = 5): string {
  const shown = names.slice(0, maxShown).map((name) => (name.length > 20 ? `${name.slice(0, 20)}…` : name))
  return names.length > maxShown ? `${shown.join('、')} 等 ${names.length} 个` : shown.join('、')
}
