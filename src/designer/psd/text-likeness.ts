/** Compares a text drawn by us with the pixels that Photoshop stored for it. Pure. */
import type { Raster } from '../../imaging/pixels/raster'

/** Alpha-weighted middle of a picture, px; null when it is empty. */
export interface Centre {
  readonly x: number
  readonly y: number
}

export function centreOf({ data, left, top, width, height }: Raster): Centre | null {
  let [mass, x, y] = [0, 0, 0]
  for (let row = 0, at = 3; row < height; row++) {
    for (let column = 0; column < width; column++, at += 4) {
      const alpha = data[at] as number
      mass += alpha
      x += alpha * column
      y += alpha * row
    }
  }
  return mass === 0 ? null : { x: left + x / mass, y: top + y / mass }
}

/** Largest mean difference of a text that stays text. */
export const maxTextDifference = 0.2
/** Largest distance between the edges of both pictures: px, or a share of one em where that is more. */
export const maxTextShift = { px: 2, em: 0.03 } as const

export interface TextDifference {
  /** 0 (equal) to 1 (nothing in common): the difference of all px, over the area that either picture covers. */
  readonly mean: number
  /** Largest distance between the edges of the opaque parts, px. */
  readonly shift: number
}

/** A px counts as covered from here on, so that a faint antialiased line does not move an edge. */
const coveredAlpha = 128

interface Edges {
  left: number
  top: number
  right: number
  bottom: number
}

const noEdges = (): Edges => ({ left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity })

function extend(edges: Edges, x: number, y: number): void {
  edges.left = Math.min(edges.left, x)
  edges.right = Math.max(edges.right, x)
  edges.top = Math.min(edges.top, y)
  edges.bottom = Math.max(edges.bottom, y)
}

const offsetIn = ({ left, top, right, bottom, width }: Raster, x: number, y: number): number =>
  x >= left && x < right && y >= top && y < bottom ? ((y - top) * width + x - left) * 4 : -1

/** @param a, b pictures in the same coordinates; their boxes may differ. */
export function textDifference(a: Raster, b: Raster): TextDifference {
  const [edgesA, edgesB] = [noEdges(), noEdges()]
  let [sum, area] = [0, 0]
  for (let y = Math.min(a.top, b.top); y < Math.max(a.bottom, b.bottom); y++) {
    for (let x = Math.min(a.left, b.left); x < Math.max(a.right, b.right); x++) {
      const [atA, atB] = [offsetIn(a, x, y), offsetIn(b, x, y)]
      const alphaA = atA < 0 ? 0 : (a.data[atA + 3] as number)
      const alphaB = atB < 0 ? 0 : (b.data[atB + 3] as number)
      if (alphaA === 0 && alphaB === 0) continue
      if (alphaA >= coveredAlpha) extend(edgesA, x, y)
      if (alphaB >= coveredAlpha) extend(edgesB, x, y)
      let color = 0
      if (alphaA > 0 && alphaB > 0) {
        for (let channel = 0; channel < 3; channel++)
          color = Math.max(color, Math.abs((a.data[atA + channel] as number) - (b.data[atB + channel] as number)))
      }
      sum += Math.max(Math.abs(alphaA - alphaB), (Math.min(alphaA, alphaB) * color) / 255)
      area += Math.max(alphaA, alphaB)
    }
  }
  const shifts = (['left', 'top', 'right', 'bottom'] as const).map((edge) =>
    edgesA[edge] === edgesB[edge] ? 0 : Math.abs(edgesA[edge] - edgesB[edge]),
  )
  return { mean: area === 0 ? 1 : sum / area, shift: Math.max(...shifts) }
}

/** @param em px per em. */
export const looksAlike = ({ mean, shift }: TextDifference, em: number): boolean =>
  mean <= maxTextDifference && shift <= Math.max(maxTextShift.px, maxTextShift.em * em)
