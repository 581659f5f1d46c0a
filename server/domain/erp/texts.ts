/** Makes texts of factories' programs storable in the database and valid in the contract. */
import { isStorableId, storableUpTo } from '../orders/content'

const maxLength = 200

/** Returns the rows whose codes can be stored unchanged, each code once: programs repeat rows where their pages overlap. */
export function withCodes<T>(rows: readonly T[], ...codesOf: readonly ((row: T) => string)[]): T[] {
  const [first] = codesOf
  const kept = rows.filter((row) => codesOf.every((codeOf) => isStorableId(codeOf(row))))
  return first ? [...new Map(kept.map((row) => [first(row), row] as const).reverse()).values()].reverse() : kept
}

export const storableName = (name: string): string => storableUpTo(name.trim(), maxLength).trim()
