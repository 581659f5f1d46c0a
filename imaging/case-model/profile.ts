/** The cross-sections of a case, from its back around the edge to its inside: what is swept along the outline and the openings. */

/** mm; `base` is the thickness of the back, `lip` what stands over the phone's screen. */
export const caseSizes = {
  base: 1.2,
  wall: 1.5,
  lip: 1,
  phone: 8,
  /** Radius of the edge of the back, of the lip's edges, of the inside's corner, and of the edge of an opening. */
  edge: 2,
  lipEdge: 0.6,
  fillet: 0.7,
  opening: 0.35,
} as const

export const caseDepth = caseSizes.base + caseSizes.phone + caseSizes.lip

export interface ProfilePoint {
  /** Distance into the solid from the line that it is swept along, mm. */
  readonly inset: number
  readonly z: number
  /** The normal: its part out of the line, and along z. */
  readonly out: number
  readonly up: number
  /** How much of the print shows, and how open the place is to light; 0 to 1. */
  readonly print: number
  readonly open: number
}

type Tone = Pick<ProfilePoint, 'print' | 'open'>

/** Points of a quarter circle. @param from, to angle of the normal in degrees: 0 out, 90 up, 180 in, −90 down. */
function arc(inset: number, z: number, radius: number, from: number, to: number, segments: number, tone: (at: number) => Tone) {
  return Array.from({ length: segments + 1 }, (_, at): ProfilePoint => {
    const angle = ((from + ((to - from) * at) / segments) * Math.PI) / 180
    const [out, up] = [Math.cos(angle), Math.sin(angle)]
    return { inset: inset - out * radius, z: z + up * radius, out, up, ...tone(at / segments) }
  })
}

const bare = (open: number) => (): Tone => ({ print: 0, open })

/** The edge of the back, the wall, the lip, the inside up to the inner face of the back. */
export function shellProfile(): ProfilePoint[] {
  const { base, wall, edge, lipEdge, fillet } = caseSizes
  const lipTop = -caseDepth + lipEdge
  const concave = arc(wall + fillet, -base - fillet, fillet, 0, 90, 3, bare(0.35))
  return [
    // The print ends where the edge turns away from the printer's nozzles.
    ...arc(edge, -edge, edge, 90, 0, 6, (at) => ({ print: at < 0.8 ? 1 : 0, open: 1 })),
    ...arc(lipEdge, lipTop, lipEdge, 0, -90, 3, bare(1)),
    ...arc(wall - lipEdge, lipTop, lipEdge, -90, -180, 3, bare(0.8)),
    // A concave corner is seen from the side of its centre, so its normals point to the centre.
    ...concave.map((point) => ({ ...point, out: -point.out, up: -point.up })),
  ]
}

/** The edge of an opening, and its wall down to the inside. */
export function openingProfile(): ProfilePoint[] {
  const { base, opening } = caseSizes
  return [
    ...arc(opening, -opening, opening, 90, 0, 3, (at) => ({ print: at < 0.6 ? 1 : 0, open: 1 - 0.25 * at })),
    { inset: 0, z: -base, out: 1, up: 0, print: 0, open: 0.45 },
  ]
}

/** The phone from its back to its screen. It stays a little apart from the case. */
export function phoneProfile(): ProfilePoint[] {
  const { base, wall, lip, fillet } = caseSizes
  const gap = 0.05
  const [back, screen] = [-base - gap, -caseDepth + lip]
  const [corner, rim] = [fillet, 0.4]
  const side = wall + gap
  return [
    ...arc(side + corner, back - corner, corner, 90, 0, 3, bare(0.6)),
    ...arc(side + rim, screen + rim, rim, 0, -90, 2, bare(1)),
  ]
}
