/**
 * How light falls on each look. Lengths are mm; strengths are shares of full white (light) or black (shade). All figures were chosen
 * by eye on the sheet of docs/mockups.md; none is measured.
 */
import type { Look } from '../../contract/rules/look'

export interface LookSettings {
  /** Width of the rounded edge. */
  readonly bevel: number
  /** How far the edge bends, radians. */
  readonly bend: number
  /** How much the bent edge is lit and shaded. */
  readonly relief: number
  /** Size of the highlight on the edge: higher is smaller. */
  readonly shininess: number
  readonly specular: number
  /** Strength of the reflected soft boxes. */
  readonly streaks: number
  /** Strength of the broad light from the top left, and of the falloff towards the bottom right. */
  readonly glow: number
  /** Light that a transparent edge collects, and its width. */
  readonly rim: number
  readonly rimWidth: number
  /** Random grain of a rough surface. */
  readonly grain: number
  /** Relief of the leather's pebbles. */
  readonly cells: number
  /** Strength of the reflected horizon. */
  readonly horizon: number
  /** How much of the ground the body hides where nothing is printed: 1 all of it. What is printed hides it always. */
  readonly bodyOpacity: number
}

const smooth: LookSettings = {
  bevel: 2.2,
  bend: 1.1,
  relief: 0.75,
  shininess: 24,
  specular: 0.55,
  streaks: 0.26,
  glow: 0.06,
  rim: 0,
  rimWidth: 1,
  grain: 0,
  cells: 0,
  horizon: 0,
  bodyOpacity: 1,
}

export const lookSettings: Readonly<Record<Look, LookSettings>> = {
  glossy: smooth,
  frosted: { ...smooth, bevel: 2.8, relief: 0.6, shininess: 6, specular: 0.12, streaks: 0, glow: 0.13, grain: 0.022 },
  clear: {
    ...smooth,
    bevel: 1.8,
    relief: 0.45,
    specular: 0.75,
    streaks: 0.13,
    glow: 0.03,
    rim: 0.3,
    rimWidth: 2.2,
    bodyOpacity: 0.3,
  },
  leather: { ...smooth, bevel: 3, relief: 0.8, shininess: 9, specular: 0.1, streaks: 0, glow: 0.09, cells: 0.24 },
  mirror: { ...smooth, bevel: 1.4, relief: 0.9, shininess: 40, specular: 0.9, streaks: 0.3, glow: 0, horizon: 0.26 },
}
