/** Judges whether texts can be written in a font at all. */
import type { FontFault } from '../../contract/rules/font-faults'
import type { OpenFont } from './font'
import { drawsCharacter } from './missing'

/** Characters of a sample. */
const sampleLength = 4

/** Characters of a font that it draws, for a picture of it: letters where it has some. */
export function sampleOf(font: OpenFont): string {
  const letters: string[] = []
  let other = ''
  for (const codePoint of font.codePoints()) {
    const character = String.fromCodePoint(codePoint)
    const isLetter = /\p{Letter}/u.test(character)
    if (!(isLetter || other === '') || !drawsCharacter(font, character)) continue
    if (isLetter) letters.push(character)
    else other = character
    if (letters.length === sampleLength) break
  }
  return letters.length > 0 ? letters.join('') : other
}

/** Returns why nothing can be written in a font; null where something can. */
export function fontFault(font: OpenFont): FontFault | null {
  if (sampleOf(font) !== '') return null
  const [any] = font.codePoints()
  if (any === undefined) return 'no-characters'
  return font.hasColors ? 'color-only' : 'blank'
}
