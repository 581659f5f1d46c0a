/** Breaks a text into lines that fill a shape: the smallest one in which the whole text fits. */
import type { TextFlow } from '../../contract/rules/appearance'

type Form = Extract<TextFlow, { readonly kind: 'shape' }>['form']

/** A line in the shape, px: `from` and `to` are its ends along the writing direction, `across` is its middle. */
interface FlowLine {
  readonly text: string
  readonly from: number
  readonly to: number
  readonly across: number
}

export interface FlowInput {
  readonly form: Form
  /** Lines are columns, counted from the right. */
  readonly vertical: boolean
  /** px per em. */
  readonly size: number
  /** Distance between the middles of two lines, px. */
  readonly pitch: number
  /** Returns the length of a text on one line, px. */
  lengthOf(text: string): number
}

/** Tests whether a point of the unit square lies in the form; y grows downwards. */
const contains: Readonly<Record<Form, (x: number, y: number) => boolean>> = {
  ellipse: (x, y) => Math.hypot(x - 0.5, y - 0.5) <= 0.5,
  diamond: (x, y) => Math.abs(x - 0.5) + Math.abs(y - 0.5) <= 0.5,
  triangle: (x, y) => Math.abs(x - 0.5) <= y / 2,
  // Two lobes above, and a body that narrows to the tip.
  heart: (x, y) =>
    y <= 0.3
      ? Math.hypot((Math.abs(x - 0.5) - 0.25) / 0.25, (y - 0.3) / 0.3) <= 1
      : Math.abs(x - 0.5) <= (1 - ((y - 0.3) / 0.7) ** 1.5) / 2,
}

/** Positions along a line at which the form is probed. */
const probes = 256

/** Returns the stretches of a band across the form that lie in it wholly; shares of the side. */
function stretches(form: Form, vertical: boolean, near: number, far: number): readonly (readonly [number, number])[] {
  // Columns follow each other from the right to the left. All forms are symmetric, so `contains` serves both directions.
  const holds = (along: number, across: number) => (vertical ? contains[form](1 - across, along) : contains[form](along, across))
  const found: [number, number][] = []
  let start = -1
  for (let i = 0; i <= probes; i++) {
    const along = i / probes
    const within = near >= 0 && far <= 1 && holds(along, near) && holds(along, far) && holds(along, (near + far) / 2)
    if (within && start < 0) start = along
    if ((!within || i === probes) && start >= 0) {
      found.push([start, within ? along : along - 1 / probes])
      start = -1
    }
  }
  return found
}

/** Splits a text where lines may break: between words, and between any two characters of scripts without spaces. */
function pieces(text: string): readonly string[] {
  return (
    text
      .replace(/\s+/g, ' ')
      .match(
        / ?(?:[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]+)/gu,
      ) ?? []
  )
}

/** Punctuation that must not begin a line goes with the character before it. */
function unbreakable(text: string): readonly string[] {
  const joined: string[] = []
  for (const piece of pieces(text)) {
    if (joined.length > 0 && /^[，。、！？；：）」』】》…,.!?;:)\]]/u.test(piece)) joined.push(`${joined.pop()}${piece}`)
    else joined.push(piece)
  }
  return joined
}

/** Returns the lines of the text in a shape of this side; null when it does not fit. */
function fill(
  words: readonly string[],
  side: number,
  { form, vertical, size, pitch, lengthOf }: FlowInput,
): readonly FlowLine[] | null {
  const count = Math.floor((side - size) / pitch) + 1
  const first = (side - (count - 1) * pitch) / 2
  const lines: FlowLine[] = []
  let next = 0
  for (let i = 0; i < count && next < words.length; i++) {
    const across = first + i * pitch
    for (const [from, to] of stretches(form, vertical, (across - size / 2) / side, (across + size / 2) / side)) {
      let text = ''
      while (next < words.length) {
        const longer = (text + words[next]).trimStart()
        if (lengthOf(longer) > (to - from) * side) break
        text = longer
        next++
      }
      if (text !== '') lines.push({ text, from: from * side, to: to * side, across })
    }
  }
  return next < words.length ? null : lines
}

/** Exactness of the side, a share of an em. */
const tolerance = 0.02

/** Returns the side of the square around the shape, px, and the lines in it. */
export function flowIntoShape(text: string, input: FlowInput): { readonly side: number; readonly lines: readonly FlowLine[] } {
  const words = unbreakable(text)
  let low = 0
  let high = input.size * 2
  let best = fill(words, high, input)
  while (best === null) {
    low = high
    high *= 1.5
    best = fill(words, high, input)
  }
  while (high - low > input.size * tolerance) {
    const middle = (low + high) / 2
    const lines = fill(words, middle, input)
    if (lines === null) low = middle
    else {
      high = middle
      best = lines
    }
  }
  return { side: high, lines: best }
}
