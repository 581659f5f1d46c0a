/** Bends laid out lines along a part of a circle or around a whole one. Characters are turned, never distorted. */
import type { TextFlow } from '../../contract/rules/appearance'
import type { PlacedGlyph, TextLayout } from './layout-types'

interface Settings {
  readonly vertical: boolean
  readonly letterSpacing: number
}

/** Where a character goes: its middle, and its turn in radians, clockwise. */
interface Target {
  readonly x: number
  readonly y: number
  readonly turn: number
}

/** Turns a glyph about `middle` of its character and moves it to the target. */
function turned(glyph: PlacedGlyph, middle: { readonly x: number; readonly y: number }, { x, y, turn }: Target): PlacedGlyph {
  const [a, b, c, d, e, f] = glyph.matrix
  const cos = Math.cos(turn)
  const sin = Math.sin(turn)
  const [dx, dy] = [e - middle.x, f - middle.y]
  return {
    ...glyph,
    matrix: [
      cos * a - sin * b,
      sin * a + cos * b,
      cos * c - sin * d,
      sin * c + cos * d,
      x + cos * dx - sin * dy,
      y + sin * dx + cos * dy,
    ],
  }
}

type Curve = Extract<TextFlow, { readonly kind: 'arc' | 'circle' }>

/** Returns the glyphs along the curve, in a box at (0, 0) around it. `size` is px per em. */
export function curved(straight: TextLayout, flow: Curve, settings: Settings, size: number): TextLayout {
  const { vertical } = settings
  const { width, height } = straight
  const [length, thickness] = vertical ? [height, width] : [width, height]
  if (flow.kind === 'arc' && flow.bend === 0) return straight
  const path = flow.kind === 'arc' ? arc(length, thickness, flow.bend) : circle(length, thickness, flow.inside, settings, size)
  const glyphs = straight.glyphs.map((glyph) => {
    const middle = vertical ? { x: width / 2, y: glyph.middle } : { x: glyph.middle, y: height / 2 }
    const { x, y, turn } = path.at(glyph.middle)
    // Columns run down where lines run to the right: the same curve, a quarter turn on.
    return turned(
      glyph,
      middle,
      vertical && flow.kind === 'arc' ? { x: -y, y: x, turn } : { x, y, turn: path.turnOf(turn, vertical) },
    )
  })
  return inBox(glyphs, straight, path.reach, vertical && flow.kind === 'arc')
}

interface Path {
  /** Returns where the middle of a line is at a distance from its beginning, and its direction; (0, 0) is the middle of an arc and the centre of a circle. */
  at(along: number): Target
  turnOf(turn: number, vertical: boolean): number
  /** Extent of the curved lines around (0, 0). */
  readonly reach: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number }
}

/** @param bend −100 to 100; 100 is half a circle, bulging upwards. */
function arc(length: number, thickness: number, bend: number): Path {
  const angle = (Math.abs(bend) / 100) * Math.PI
  // Several lines on a short curve would cross in its centre.
  const radius = Math.max(length / angle, thickness / 2)
  const way = bend > 0 ? 1 : -1
  const half = length / 2 / radius
  const [outer, inner] = [radius + thickness / 2, radius - thickness / 2]
  const side = half >= Math.PI / 2 ? outer : outer * Math.sin(half)
  const [near, far] = [radius - outer, radius - inner * Math.cos(half)]
  return {
    at(along) {
      const turn = (along - length / 2) / radius
      return { x: radius * Math.sin(turn), y: way * radius * (1 - Math.cos(turn)), turn: way * turn }
    },
    turnOf: (turn) => turn,
    reach: { left: -side, right: side, top: way > 0 ? near : -far, bottom: way > 0 ? far : -near },
  }
}

/** The text goes once around, from the top: clockwise, or with the feet of the letters outwards the other way round. */
function circle(length: number, thickness: number, inside: boolean, { letterSpacing }: Settings, size: number): Path {
  // Between the end and the beginning there is a space as between two words.
  const round = length + Math.max(0.3, letterSpacing) * size
  // The inner ends of the letters stand closer together than their middles.
  const radius = Math.max(round / (2 * Math.PI) + size * 0.3, thickness / 2 + size * 0.2)
  const outer = radius + thickness / 2
  return {
    at(along) {
      const turn = (2 * Math.PI * along) / round
      const x = radius * Math.sin(turn)
      return { x: inside ? -x : x, y: -radius * Math.cos(turn), turn: inside ? Math.PI - turn : turn }
    },
    // A column runs along the circle with its letters' heads backwards.
    turnOf: (turn, vertical) => (vertical ? turn - (inside ? -Math.PI / 2 : Math.PI / 2) : turn),
    reach: { left: -outer, top: -outer, right: outer, bottom: outer },
  }
}

/** Moves the glyphs so that the box around the curve begins at (0, 0). */
function inBox(glyphs: readonly PlacedGlyph[], straight: TextLayout, reach: Path['reach'], swapped: boolean): TextLayout {
  const box = swapped ? { left: -reach.bottom, right: -reach.top, top: reach.left, bottom: reach.right } : reach
  return {
    glyphs: glyphs.map((glyph) => {
      const [a, b, c, d, e, f] = glyph.matrix
      return { ...glyph, matrix: [a, b, c, d, e - box.left, f - box.top] }
    }),
    width: Math.max(box.right - box.left, Math.min(1, straight.width)),
    height: Math.max(box.bottom - box.top, Math.min(1, straight.height)),
  }
}
