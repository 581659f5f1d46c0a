/**
 * The light on a case as a picture that is put over the design: made from the wireframe's own mask, so every model has it. Light
 * comes from the top left. Pure; a browser and the server draw the same.
 */
import { clamp } from '../../contract/ground/number'
import type { Look } from '../../contract/rules/look'
import { type LookSettings, lookSettings } from './looks'
import { type CaseMask, caseDistances } from './regions'
import { hash, leatherHeight } from './surface-noise'

export interface LightOptions {
  readonly look: Look
  readonly pxPerMm: number
}

export interface LightPicture {
  readonly width: number
  readonly height: number
  /** RGBA, straight alpha: grey px, which darken by multiplying and lighten by screening in one step. */
  readonly data: Uint8ClampedArray<ArrayBuffer>
}

export interface LitCase extends LightPicture {
  /** The case without its surroundings, by which it is cut out: 255 inside, antialiased. */
  readonly inside: CaseMask['data']
}

const unit = (x: number, y: number, z: number): readonly [number, number, number] => {
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length]
}
const toLight = unit(-0.5, -0.75, 0.95)
/** Halfway between the light and the eye, for highlights (Blinn, 1977). */
const halfway = unit(toLight[0], toLight[1], toLight[2] + 1)

/** mm by which the shadow of a camera falls away from the light, its softness, and the width of its contact shadow. */
const cameraShadow = { x: 0.9, y: 1.3, soft: 2.4, strength: 0.42, contact: 0.55, contactStrength: 0.35 } as const
/** Size of a pebble of leather, mm. */
const pebbleMm = 1.25
/** Px of a pebble from which its relief is seen in full; smaller ones would only be noise. */
const clearPebblePx = 8

/** Light that a room throws back onto the parts of an edge that turn away from the light. */
const leastEdgeShade = 0.5

const smoothstep = (from: number, to: number, value: number): number => {
  const t = clamp((value - from) / (to - from), 0, 1)
  return t * t * (3 - 2 * t)
}
/** A soft band around a centre: 1 in its middle. */
const band = (value: number, centre: number, width: number, soft: number): number =>
  smoothstep(centre - width / 2 - soft, centre - width / 2 + soft, value) *
  (1 - smoothstep(centre + width / 2 - soft, centre + width / 2 + soft, value))

/** Returns the light at every px of the mask; px where the design does not show are transparent. */
export function lightOnCase(mask: CaseMask, { look, pxPerMm }: LightOptions): LitCase {
  const settings = lookSettings[look]
  const { width, height } = mask
  const reach = Math.ceil(pxPerMm * Math.max(settings.bevel, settings.rimWidth * 2, cameraShadow.soft + 2)) + 2
  const { edge, camera, inside } = caseDistances(mask, reach)
  const data = new Uint8ClampedArray(width * height * 4)
  const shadow = { x: Math.round(cameraShadow.x * pxPerMm), y: Math.round(cameraShadow.y * pxPerMm) }
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const shown = (mask.data[at] as number) / 255
      if (shown === 0) continue
      let { shade, light } = surfaceLight(settings, x, y, width, height, pxPerMm)
      const edgeMm = Math.max(0, edge[at] as number) / pxPerMm
      if (edgeMm < settings.bevel || edgeMm < settings.rimWidth * 2) {
        const bent = edgeLight(settings, edge, at, x, y, width, height, edgeMm)
        shade *= bent.shade
        light = 1 - (1 - light) * (1 - bent.light)
      }
      const from = at - shadow.x - shadow.y * width
      const away = x >= shadow.x && y >= shadow.y ? (camera[from] as number) / pxPerMm : Number.POSITIVE_INFINITY
      const nearby = (camera[at] as number) / pxPerMm
      const cast = clamp(1 - Math.max(0, away) / cameraShadow.soft, 0, 1)
      shade *= 1 - cameraShadow.strength * cast * cast
      shade *= 1 - cameraShadow.contactStrength * Math.exp(-Math.max(0, nearby) / cameraShadow.contact)
      putLight(data, at * 4, 1 - (1 - clamp(shade, 0, 1)) * shown, clamp(light, 0, 1) * shown)
    }
  }
  return { width, height, data, inside }
}

/** Writes a px that multiplies what lies below by `shade` and then screens it with `light`. */
function putLight(data: Uint8ClampedArray, at: number, shade: number, light: number): void {
  const alpha = 1 - shade * (1 - light)
  if (alpha <= 0) return
  const grey = (light / alpha) * 255
  data[at] = grey
  data[at + 1] = grey
  data[at + 2] = grey
  data[at + 3] = alpha * 255
}

/** Light on the flat back, which depends on the place alone. */
function surfaceLight(settings: LookSettings, x: number, y: number, width: number, height: number, pxPerMm: number) {
  const [u, v] = [x / width, y / height]
  let shade = 1
  let light = 0
  if (settings.streaks > 0) {
    // Two soft boxes, slanted and slightly bent as on a curved back, fading downwards.
    const slant = u + 0.5 * v - 0.05 * Math.sin(Math.PI * v)
    const fade = 1 - 0.75 * v
    light += settings.streaks * fade * (band(slant, 0.34, 0.2, 0.03) + 0.6 * band(slant, 0.53, 0.06, 0.018))
  }
  if (settings.glow > 0) {
    const near = Math.exp(-((u - 0.22) ** 2 * 3.2 + (v - 0.14) ** 2 * 6))
    light += settings.glow * near
    shade *= 1 - settings.glow * 0.8 * smoothstep(0.9, 1.9, u + v)
  }
  if (settings.horizon > 0) {
    const line = v + 0.12 * u
    const sky = 1 - smoothstep(0, 0.4, line)
    const ground = smoothstep(0.4, 0.52, line) * (1 - smoothstep(0.52, 1.05, line))
    light += settings.horizon * (0.85 * sky + 0.7 * ground)
    shade *= 1 - settings.horizon * 0.3 * band(line, 0.42, 0.02, 0.05)
  }
  if (settings.grain > 0) {
    const grain = (hash(x, y) - 0.5) * 2 * settings.grain
    if (grain > 0) light += grain
    else shade *= 1 + grain
  }
  if (settings.cells > 0) {
    const scale = 1 / (pebbleMm * pxPerMm)
    const strength = settings.cells * Math.min(1, (pebbleMm * pxPerMm) / clearPebblePx)
    const here = leatherHeight(x * scale, y * scale)
    const right = leatherHeight((x + 1.5) * scale, y * scale)
    const below = leatherHeight(x * scale, (y + 1.5) * scale)
    const slope = (right - here) * toLight[0] + (below - here) * toLight[1]
    const relief = -slope * strength * pebbleMm * pxPerMm * 0.3 - (1 - here) * strength * 0.4
    if (relief > 0) light += relief * 0.6
    else shade *= Math.max(0.35, 1 + relief)
  }
  return { shade, light }
}

/** Light on the rounded edge: bent outwards, with a highlight, and brighter where the material is transparent. */
function edgeLight(
  settings: LookSettings,
  edge: Float32Array,
  at: number,
  x: number,
  y: number,
  width: number,
  height: number,
  edgeMm: number,
) {
  let shade = 1
  let light = 0
  const gx = ((edge[x < width - 1 ? at + 1 : at] as number) - (edge[x > 0 ? at - 1 : at] as number)) / 2
  const gy = ((edge[y < height - 1 ? at + width : at] as number) - (edge[y > 0 ? at - width : at] as number)) / 2
  const slope = Math.hypot(gx, gy) || 1
  if (edgeMm < settings.bevel) {
    const t = 1 - edgeMm / settings.bevel
    const tilt = settings.bend * t * t
    const [nx, ny, nz] = [(-gx / slope) * Math.sin(tilt), (-gy / slope) * Math.sin(tilt), Math.cos(tilt)]
    const lit = Math.max(0, nx * toLight[0] + ny * toLight[1] + nz * toLight[2]) / toLight[2]
    const relief = (lit - 1) * settings.relief
    if (relief < 0) shade *= Math.max(leastEdgeShade, 1 + relief)
    else light += relief * 0.45
    const gloss = Math.max(0, nx * halfway[0] + ny * halfway[1] + nz * halfway[2]) ** settings.shininess
    light += Math.max(0, gloss - halfway[2] ** settings.shininess) * settings.specular
  }
  if (settings.rim > 0) {
    const rim = Math.exp(-(((edgeMm - settings.rimWidth * 0.45) / (settings.rimWidth * 0.5)) ** 2))
    light = 1 - (1 - light) * (1 - settings.rim * rim)
    light += 0.12 * clamp(1 - edgeMm / (settings.rimWidth * 2), 0, 1)
  }
  // The dark line where the edge turns away from the eye.
  shade *= 1 - 0.3 * Math.exp(-edgeMm / 0.16)
  return { shade, light: clamp(light, 0, 1) }
}
