/** Makes texts of factories' programs storable in the database and valid in the contract. */
import { storable } from '../orders/content'

const maxLength = 200

/** Returns whether a code can be stored unchanged; a changed one would be another code. */
export const storableCode = (code: string): boolean => code !== '' && code.length <= maxLength && storable(code) === code

export const storableName = (name: string): string => storable(name).trim().slice(0, maxLength)
