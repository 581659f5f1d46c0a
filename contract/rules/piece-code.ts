/** 件码: the code by which a piece of the print floor is found again; it is on the piece's label and beside its print. Pure. */
import { designCode, readDesignCode } from './design-code'
import { folded } from './typed-text'

/** Sets piece codes apart from the codes of buyers' designs, which have the same form otherwise. */
const mark = 'P'

/** @param random seven whole numbers from 0 to 31. */
export const pieceCode = (random: readonly number[]): string => mark + designCode(random)

/**
 * Returns the code as it is stored, from what a scanner or a person typed: in small letters, in full width under a Chinese input method, with
 * spaces or a dash; null for anything else.
 */
export function readPieceCode(typed: string): string | null {
  const text = folded(typed).replace(/[\s\-–—]/g, '')
  if (text.length !== 9 || !text.startsWith(mark)) return null
  const code = readDesignCode(text.slice(1))
  return code === null ? null : mark + code
}
