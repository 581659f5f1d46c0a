/** Texts of factories' programs, as the database and the contract can hold them. */
import { storable } from '../orders/content'

const maxLength = 200

/** Whether a code can be kept as it is; a changed one would be another code. */
export const storableCode = (code: string): boolean => code !== '' && code.length <= maxLength && storable(code) === code

export const storableName = (name: string): string => storable(name).trim().slice(0, maxLength)
