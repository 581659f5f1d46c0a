/**
 * Puts a finished case, seen from the front, into a picture: in a pose, before a neutral ground, with its shadow. Pure; used for
 * effect images and the pictures of listings.
 */
import { clamp } from '../../contract/ground/number'
import type { Pose } from '../../contract/rules/look'
import { blurRaster } from '../pixels/blur'
import { blank, filled, type Raster } from '../pixels/raster'
import { type Homography, multiply, poseCase } from './pose'
import { putSide } from './thickness'
import { type Pixels, warp } from './warp'

export interface MockupInput {
  /** The whole case from the front with its light; px around the case are transparent. */
  readonly front: Pixels
  readonly widthMm: number
  readonly heightMm: number
  readonly pose: Pose
  /** Size of the picture, px. */
  readonly picture: { readonly width: number; readonly height: number }
}

/** Neutral studio: light grey, a little darker towards the bottom, where a standing case has its ground. */
const studio = { top: 248, bottom: 226, floor: 236 } as const
/** On the ground under a case that lies; and on the wall behind one that stands, without which a clear body would look white. */
const shadows = {
  lying: { soft: 0.016, dx: 0.008, dy: 0.014, opacity: 0.34 },
  standing: { soft: 0.03, dx: 0.022, dy: 0.006, opacity: 0.18 },
} as const
const contact = { height: 0.02, soft: 0.009, opacity: 0.5 } as const

/** Returns opaque RGBA px. */
export function mockup({ front, widthMm, heightMm, pose, picture }: MockupInput): Pixels {
  const { toPicture, far, ground } = poseCase({ widthMm, heightMm }, pose, picture)
  const perPx: Homography = [widthMm / front.width, 0, 0, 0, heightMm / front.height, 0, 0, 0, 1]
  const posed = warp(front, multiply(toPicture, perPx), picture)
  putSide(posed, far)
  const sheet = background(picture, ground)
  const { soft, dx, dy, opacity } = shadows[ground === null ? 'lying' : 'standing']
  over(sheet, shadowOf(posed, soft * picture.height), Math.round(dx * picture.height), Math.round(dy * picture.height), opacity)
  if (ground !== null) putContactShadow(sheet, posed, ground)
  over(sheet, posed, 0, 0, 1)
  return sheet
}

function background({ width, height }: MockupInput['picture'], ground: number | null): Pixels {
  const data = new Uint8ClampedArray(width * height * 4)
  // The floor begins a little above the foot of the case.
  const horizon = ground === null ? height : ground - 0.06 * height
  for (let y = 0; y < height; y++) {
    const wall = studio.top + (studio.bottom - studio.top) * (y / height)
    const onFloor = clamp((y - horizon) / (0.05 * height), 0, 1)
    const grey = wall + (studio.floor - wall) * onFloor
    for (let at = y * width * 4; at < (y + 1) * width * 4; at += 4) {
      data[at] = grey
      data[at + 1] = grey + 1
      data[at + 2] = grey + 3
      data[at + 3] = 255
    }
  }
  return { width, height, data }
}

const boxOf = ({ width, height }: { width: number; height: number }) => ({ left: 0, top: 0, right: width, bottom: height })

/** The silhouette in black, blurred. */
function shadowOf(posed: Pixels, sigma: number): Raster {
  const silhouette = blank(boxOf(posed))
  for (let at = 3; at < posed.data.length; at += 4) silhouette.data[at] = posed.data[at] as number
  return blurRaster(silhouette, sigma)
}

/** A flat ellipse under the foot of the case. */
function putContactShadow(sheet: Pixels, posed: Pixels, ground: number): void {
  const row = Math.min(posed.height - 1, Math.floor(ground - 0.03 * posed.height))
  let [left, right] = [posed.width, 0]
  for (let x = 0; x < posed.width; x++) {
    if ((posed.data[(row * posed.width + x) * 4 + 3] as number) < 128) continue
    left = Math.min(left, x)
    right = Math.max(right, x)
  }
  if (right <= left) return
  const ry = contact.height * posed.height
  const box = {
    left: Math.max(0, Math.floor(left - ry)),
    right: Math.min(posed.width, Math.ceil(right + ry)),
    top: Math.max(0, Math.floor(ground - ry)),
    bottom: Math.min(posed.height, Math.ceil(ground + ry)),
  }
  const ellipse = filled(box, [0, 0, 0])
  const [cx, rx] = [(left + right) / 2, (right - left) / 2]
  for (let y = 0; y < ellipse.height; y++) {
    for (let x = 0; x < ellipse.width; x++) {
      const inside = ((x + box.left - cx) / rx) ** 2 + ((y + box.top - ground + ry * 0.2) / (ry * 0.7)) ** 2
      ellipse.data[(y * ellipse.width + x) * 4 + 3] = inside < 1 ? 255 : 0
    }
  }
  over(sheet, blurRaster(ellipse, contact.soft * posed.height), 0, 0, contact.opacity)
}

/** Draws a picture over an opaque one. */
function over(sheet: Pixels, top: Raster | Pixels, dx: number, dy: number, opacity: number): void {
  const [left, up] = 'left' in top ? [top.left + dx, top.top + dy] : [dx, dy]
  for (let y = 0; y < top.height; y++) {
    const row = y + up
    if (row < 0 || row >= sheet.height) continue
    for (let x = 0; x < top.width; x++) {
      const column = x + left
      if (column < 0 || column >= sheet.width) continue
      const from = (y * top.width + x) * 4
      const share = ((top.data[from + 3] as number) / 255) * opacity
      if (share === 0) continue
      const to = (row * sheet.width + column) * 4
      for (let channel = 0; channel < 3; channel++) {
        const below = sheet.data[to + channel] as number
        sheet.data[to + channel] = below + ((top.data[from + channel] as number) - below) * share
      }
    }
  }
}
