/**
 * Lays out text in horizontal lines or vertical columns of glyphs. Pure: the font that is passed in does the shaping and the
 * outlines.
 */
import { clamp } from '../../contract/ground/number'
import type { TextFlow } from '../../contract/rules/appearance'
import { curved } from './curve'
import type { OpenFont, ShapedGlyph } from './font'
import type { PlacedGlyph, TextAlign, TextLayout, TextSettings } from './layout-types'
import { textRuns } from './runs'
import { flowIntoShape } from './shape-flow'

interface Run {
  readonly shaped: readonly ShapedGlyph[]
  /** Index in the line after the run's last character. */
  readonly end: number
  /** Returns the space after the character at an index of the line, em. */
  readonly spacingAt: (cluster: number) => number
  /** The glyphs stand upright in a vertical column. */
  readonly upright: boolean
}

/** The shaped glyphs of one line and its length; font units. Letter spacing is added between characters that are not joined. */
interface Line {
  readonly text: string
  readonly runs: readonly Run[]
  readonly length: number
}

/** Distance that a glyph advances the pen along the line, font units. */
const advanceOf = (glyph: ShapedGlyph, upright: boolean): number => (upright ? -glyph.yAdvance : glyph.xAdvance)

/** Tests whether a glyph is the last of its character or ligature; letter spacing is added after it. */
const closesCluster = (shaped: readonly ShapedGlyph[], at: number): boolean => shaped[at + 1]?.cluster !== shaped[at]?.cluster

function measure(font: OpenFont, line: string, { vertical, letterSpacing }: TextSettings): Line {
  let length = 0
  let afterLast = 0
  const runs = textRuns(line, vertical).map(({ stance, rightToLeft, cursive, ...section }): Run => {
    const run = { ...section, ligatures: letterSpacing === 0 }
    const upright = stance === 'standing' || (stance === 'transformed' && font.hasVerticalForms)
    const direction = upright ? 'topToBottom' : rightToLeft ? 'rightToLeft' : 'leftToRight'
    const shaped = font.shape(line, { ...run, direction })
    // As browsers do, only the spaces between words of letters that join are spaced.
    const spacingAt = (cluster: number) => (cursive && !/\s/.test(line[cluster] ?? '') ? 0 : letterSpacing)
    shaped.forEach((glyph, at) => {
      afterLast = closesCluster(shaped, at) ? spacingAt(glyph.cluster) * font.unitsPerEm : 0
      length += advanceOf(glyph, upright) + afterLast
    })
    return { shaped, end: section.end, upright, spacingAt }
  })
  return { text: line, runs, length: Math.max(0, length - afterLast) }
}

/**
 * Composes letters and their marks, so that both ways of writing them are one character: a syllable is not broken across lines.
 * Characters that only exist beside the composed ones, such as variants of ideographs, stay: a font may draw them otherwise, and
 * where it does not have them, shaping takes what Unicode calls equal.
 */
function composed(text: string): string {
  let result = ''
  let open = ''
  for (const character of text) {
    if (character.normalize('NFC') === character) {
      open += character
    } else {
      result += open.normalize('NFC') + character
      open = ''
    }
  }
  return result + open.normalize('NFC')
}

/** Shapes the lines of a text as they are written, before they flow into a form. */
export function measuredLines(font: OpenFont, settings: TextSettings): readonly Line[] {
  return composed(settings.text)
    .split('\n')
    .map((line) => measure(font, line, settings))
}

const share: Readonly<Record<TextAlign, number>> = { start: 0, center: 0.5, end: 1 }

/** Draws lines of a text at places of their own: `along` is where a line begins, `across` its middle. */
interface Placer {
  readonly glyphs: readonly PlacedGlyph[]
  /** @param thickness of all lines together: columns are counted from its right. */
  place(line: Line, along: number, across: number, thickness: number): void
}

function createPlacer(font: OpenFont, { vertical }: TextSettings, size: number): Placer {
  const scale = size / font.unitsPerEm
  // The em box of a line is centred in the line's pitch: its middle lies halfway between ascender and descender.
  const baseline = ((font.ascender + font.descender) / 2) * scale
  const glyphs: PlacedGlyph[] = []
  const matrixOf = (glyph: ShapedGlyph, upright: boolean, pen: number, across: number, thickness: number) => {
    const dx = glyph.xOffset * scale
    const dy = glyph.yOffset * scale
    if (!vertical) return [scale, 0, 0, -scale, pen + dx, across + baseline - dy] as const
    if (upright) return [scale, 0, 0, -scale, thickness - across + dx, pen - dy] as const
    // Rotate the glyph a quarter turn clockwise: its advance points down and its upward direction points right.
    return [0, scale, scale, 0, thickness - across - baseline + dy, pen + dx] as const
  }
  return {
    glyphs,
    place({ runs }, along, across, thickness) {
      let pen = along
      for (const { shaped, upright, spacingAt } of runs) {
        let start = 0
        shaped.forEach((_, at) => {
          if (!closesCluster(shaped, at)) return
          const character = shaped.slice(start, at + 1)
          const length = character.reduce((sum, glyph) => sum + advanceOf(glyph, upright), 0) * scale
          const middle = pen + length / 2
          for (const glyph of character) {
            glyphs.push({ glyph: glyph.glyph, matrix: matrixOf(glyph, upright, pen, across, thickness), middle })
            pen += advanceOf(glyph, upright) * scale
          }
          pen += spacingAt(character[0]?.cluster ?? 0) * size
          start = at + 1
        })
      }
    },
  }
}

/**
 * Lays out a text at `size` px per em. Horizontal lines follow each other downwards; vertical columns follow each other from
 * right to left, with Latin letters on their side, like CSS's vertical-rl. Each line has the direction of its first letter, like
 * CSS's `unicode-bidi: plaintext`. A flow bends the lines or breaks them anew.
 */
export function layOutText(font: OpenFont, settings: TextSettings, size: number): TextLayout {
  const { flow = null } = settings
  if (flow?.kind === 'shape') return layOutInShape(font, settings, flow.form, size)
  const text = flow?.kind === 'circle' ? settings.text.replace(/\n+/g, ' ') : settings.text
  const straight = layOutLines(font, { ...settings, text }, size)
  return flow === null ? straight : curved(straight, flow, settings, size)
}

function layOutLines(font: OpenFont, settings: TextSettings, size: number): TextLayout {
  const scale = size / font.unitsPerEm
  const lines = measuredLines(font, settings)
  const longest = Math.max(...lines.map(({ length }) => length)) * scale
  const pitch = settings.lineHeight * size
  const thickness = (lines.length - 1) * pitch + size * clamp(settings.lineHeight, 1, 1.2)
  const first = (thickness - (lines.length - 1) * pitch) / 2
  const placer = createPlacer(font, settings, size)
  lines.forEach((line, i) => {
    placer.place(line, (longest - line.length * scale) * share[settings.align], first + i * pitch, thickness)
  })
  const { glyphs } = placer
  return settings.vertical ? { glyphs, width: thickness, height: longest } : { glyphs, width: longest, height: thickness }
}

function layOutInShape(font: OpenFont, settings: TextSettings, form: ShapeForm, size: number): TextLayout {
  const scale = size / font.unitsPerEm
  const measured = new Map<string, Line>()
  const lineOf = (text: string): Line => {
    const line = measured.get(text) ?? measure(font, text, settings)
    measured.set(text, line)
    return line
  }
  const { side, lines } = flowIntoShape(composed(settings.text), {
    form,
    vertical: settings.vertical,
    size,
    pitch: settings.lineHeight * size,
    lengthOf: (text) => lineOf(text).length * scale,
  })
  const placer = createPlacer(font, settings, size)
  for (const { text, from, to, across } of lines) {
    const line = lineOf(text)
    placer.place(line, from + (to - from - line.length * scale) * share[settings.align], across, side)
  }
  return { glyphs: placer.glyphs, width: side, height: side }
}

type ShapeForm = Extract<TextFlow, { readonly kind: 'shape' }>['form']
