/** Why a file that is a font is of no use for texts of designs, which are printed as outlines of one colour. */

export type FontFault = 'no-outlines' | 'no-characters' | 'color-only' | 'blank' | 'too-detailed'

/** Sentences for sellers and buyers. */
export const fontFaultTexts: Readonly<Record<FontFault, string>> = {
  'no-outlines': '这个字体只有彩色或点阵的字形，没有轮廓，印刷用不了，请换一个字体',
  'no-characters':
    '这个字体没有能识别的文字编码（Unicode、GBK、Big5、Shift-JIS、EUC-KR 或符号字体），写不出字，请换一个新版的字体',
  'color-only': '这个字体只有彩色字形；印刷用的是单色轮廓，彩色的字印不出来，请换一个字体',
  blank: '这个字体里的字都是空白的，写不出字，请换一个字体',
  'too-detailed': '这个字体的笔画太复杂（做旧、毛边一类的字体，一个字有几千个点），写不了这么多字，请减少文字或换一个简洁的字体',
}

/** The note beside an accepted font some of whose letters have colours. */
export const coloredFontNote =
  '这个字体里有彩色的字。设计和印刷只用单色轮廓：有轮廓的字按文字颜色印出，只有彩色、没有轮廓的字写不出来。'
