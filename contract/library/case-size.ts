/** The outer size of a case, from the body of its phone. Pure. */
import type { LibraryPhone } from './types'

/** Distance by which a case extends beyond the phone's body on each side, mm; a guess. */
const wall = 1.2

export const caseSize = ({ width, height }: Pick<LibraryPhone, 'width' | 'height'>) => ({
  widthMm: width + 2 * wall,
  heightMm: height + 2 * wall,
})
