/**
 * Puts a finished case, seen from the front, into a picture: in a pose, before a neutral ground, with its shadow. Pure; used for
 * effect images and the pictures of listings.
 */
import { clamp } from '../../contract/ground/number'
import type { Pose } from '../../contract/rules/look'
import { alphaPlane, blankPlane, blurPlane, blurReach, grown, type Plane } from '../pixels/blur'
import { type Homography, multiply, poseCase } from './pose'
import { putSide } from './thickness'
import { type Pixels, warp } from './warp'

export type Rgb = readonly [red: number, green: number, blue: number]

/** A part of a picture, px. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface MockupInput {
  /** The whole case from the front with its light; px around the case are transparent. */
  readonly front: Pixels
  readonly widthMm: number
  readonly heightMm: number
  readonly pose: Pose
  /** Size of the picture, px. */
  readonly picture: { readonly width: number; readonly height: number }
  /** The part of the picture that the case fills; absent: all of it but the margins of its pose. */
  readonly area?: Area
  /** The ground behind the case: an opaque picture of the same size, or the colour of the studio's wall; absent: light grey. */
  readonly backdrop?: Pixels | Rgb
}

/** Neutral studio: light grey, a little darker towards the bottom, where a standing case has its ground. */
const studio = { wall: [248, 249, 251], bottom: 226 / 248, floor: 236 / 248 } as const
/** On the ground under a case that lies; and on the wall behind one that stands, without which a clear body would look white. */
const shadows = {
  lying: { soft: 0.016, dx: 0.008, dy: 0.014, opacity: 0.34 },
  standing: { soft: 0.03, dx: 0.022, dy: 0.006, opacity: 0.18 },
} as const
const contact = { height: 0.02, soft: 0.009, opacity: 0.5 } as const

/** Returns opaque RGBA px. */
export function mockup({ front, widthMm, heightMm, pose, picture, area, backdrop = studio.wall }: MockupInput): Pixels {
  const space = area ?? { x: 0, y: 0, ...picture }
  const posedIn = poseCase({ widthMm, heightMm }, pose, space, area === undefined ? undefined : 0)
  const ground = posedIn.ground === null ? null : posedIn.ground + space.y
  const toPicture = multiply([1, 0, space.x, 0, 1, space.y, 0, 0, 1], posedIn.toPicture)
  const perPx: Homography = [widthMm / front.width, 0, 0, 0, heightMm / front.height, 0, 0, 0, 1]
  const posed = warp(front, multiply(toPicture, perPx), picture)
  putSide(posed, posedIn.far)
  const sheet = 'data' in backdrop ? copyOf(backdrop) : background(picture, ground, backdrop)
  const { soft, dx, dy, opacity } = shadows[ground === null ? 'lying' : 'standing']
  const tall = space.height
  darken(sheet, shadowOf(posed, soft * tall), Math.round(dx * tall), Math.round(dy * tall), opacity)
  if (ground !== null) putContactShadow(sheet, posed, ground, tall)
  over(sheet, posed)
  return sheet
}

const copyOf = ({ width, height, data }: Pixels): Pixels => ({ width, height, data: data.slice() })

function background({ width, height }: MockupInput['picture'], ground: number | null, [red, green, blue]: Rgb): Pixels {
  const data = new Uint8ClampedArray(width * height * 4)
  // The floor begins a little above the foot of the case.
  const horizon = ground === null ? height : ground - 0.06 * height
  for (let y = 0; y < height; y++) {
    const wall = 1 + (studio.bottom - 1) * (y / height)
    const onFloor = clamp((y - horizon) / (0.05 * height), 0, 1)
    const light = wall + (studio.floor - wall) * onFloor
    for (let at = y * width * 4; at < (y + 1) * width * 4; at += 4) {
      data[at] = red * light
      data[at + 1] = green * light
      data[at + 2] = blue * light
      data[at + 3] = 255
    }
  }
  return { width, height, data }
}

/** The silhouette, blurred: how much of the light it takes, 0 to 255. */
function shadowOf({ width, height, data }: Pixels, sigma: number): Plane {
  const plane = alphaPlane({ left: 0, top: 0, right: width, bottom: height, width, height, data }, blurReach(sigma))
  blurPlane(plane, sigma)
  return plane
}

/** A flat ellipse under the foot of the case. */
function putContactShadow(sheet: Pixels, posed: Pixels, ground: number, tall: number): void {
  const row = clamp(Math.floor(ground - 0.03 * tall), 0, posed.height - 1)
  let [left, right] = [posed.width, 0]
  for (let x = 0; x < posed.width; x++) {
    if ((posed.data[(row * posed.width + x) * 4 + 3] as number) < 128) continue
    left = Math.min(left, x)
    right = Math.max(right, x)
  }
  if (right <= left) return
  const ry = contact.height * tall
  const sigma = contact.soft * tall
  const box = {
    left: Math.floor(left - ry),
    right: Math.ceil(right + ry),
    top: Math.floor(ground - ry),
    bottom: Math.ceil(ground + ry),
  }
  const ellipse = blankPlane(grown(box, blurReach(sigma)))
  const [cx, rx] = [(left + right) / 2, (right - left) / 2]
  for (let y = box.top; y < box.bottom; y++) {
    for (let x = box.left; x < box.right; x++) {
      const inside = ((x - cx) / rx) ** 2 + ((y - ground + ry * 0.2) / (ry * 0.7)) ** 2
      if (inside < 1) ellipse.data[(y - ellipse.top) * ellipse.width + x - ellipse.left] = 255
    }
  }
  blurPlane(ellipse, sigma)
  darken(sheet, ellipse, 0, 0, contact.opacity)
}

/** Takes light from an opaque picture, in place. */
function darken(sheet: Pixels, { left, top, width, height, data }: Plane, dx: number, dy: number, opacity: number): void {
  for (let y = Math.max(0, -top - dy); y < Math.min(height, sheet.height - top - dy); y++) {
    for (let x = Math.max(0, -left - dx); x < Math.min(width, sheet.width - left - dx); x++) {
      const taken = data[y * width + x] as number
      if (taken <= 0) continue
      const to = ((y + top + dy) * sheet.width + x + left + dx) * 4
      const light = 1 - (taken / 255) * opacity
      for (let channel = 0; channel < 3; channel++) sheet.data[to + channel] = (sheet.data[to + channel] as number) * light
    }
  }
}

/** Draws a picture over an opaque one of its size, in place. */
function over(sheet: Pixels, top: Pixels): void {
  for (let at = 0; at < top.data.length; at += 4) {
    const share = (top.data[at + 3] as number) / 255
    if (share === 0) continue
    for (let channel = 0; channel < 3; channel++) {
      const below = sheet.data[at + channel] as number
      sheet.data[at + channel] = below + ((top.data[at + channel] as number) - below) * share
    }
  }
}
