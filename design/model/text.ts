/** The content and settings of a text layer, apart from its placement. */
import { maxTextLength } from '../../contract/constants'
import { fittingName, textDefaults } from './create'
import type { TextLayer } from './types'

/** All fields that a text's outlines are drawn from. */
export type TextStyle = Pick<
  TextLayer,
  | 'text'
  | 'fontId'
  | 'fontFamilyUrl'
  | 'fontColor'
  | 'verticalText'
  | 'textAlign'
  | 'letterSpacing'
  | 'lineHeight'
  | 'textFlow'
  | 'fontWeight'
>

/** Size of one em on the canvas, px. A text that was stretched is measured by its height. */
export function fontSizeOf({ height, originalHeight }: Pick<TextLayer, 'height' | 'originalHeight'>, em: number): number {
  return (em * height) / originalHeight
}

/** Limits of the font size, canvas px. */
export const fontSizeRange = { min: 4, max: 2000 } as const

/** Ranges of letter spacing and line height, em. */
export const textRanges = {
  letterSpacing: { min: -0.2, max: 1, step: 0.01 },
  lineHeight: { min: 0.8, max: 3, step: 0.05 },
} as const

export const textStyleOf = (layer: TextStyle): TextStyle => {
  const { text, fontId, fontFamilyUrl, fontColor, verticalText, textAlign, letterSpacing, lineHeight } = layer
  const { textFlow, fontWeight } = layer
  return { text, fontId, fontFamilyUrl, fontColor, verticalText, textAlign, letterSpacing, lineHeight, textFlow, fontWeight }
}

export const newTextStyle = (
  style: Pick<TextStyle, 'text' | 'fontId' | 'fontFamilyUrl' | 'fontColor' | 'verticalText'>,
): TextStyle => ({
  ...style,
  ...textDefaults,
})

/** Returns typed text as it is stored: uniform line ends, without the invisible characters of editors, trimmed. */
export function cleanText(typed: string): string {
  return typed
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(/[\u200b\ufeff]/g, '')
    .replace(/[\t\u00a0]/g, ' ')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trim()
}

/** Returns the text shortened between characters to the maximum length; the server counts UTF-16 units. */
export function shortenedText(text: string): string {
  if (text.length <= maxTextLength) return text
  let shortened = ''
  for (const character of text) {
    if (shortened.length + character.length > maxTextLength) break
    shortened += character
  }
  return shortened
}

/** Returns why a cleaned text cannot be used; null when it can. */
export function textProblem(text: string): string | null {
  if (text === '') return '请输入文字'
  return text.length > maxTextLength ? `文字不能超过 ${maxTextLength} 个字，现在有 ${text.length} 个` : null
}

/** A text layer is named after its characters. */
export const textLayerName = (text: string): string => fittingName(text.replace(/\s+/g, ' ')) || '文字'
