/** Converts a model's class scores to a mask: how much of every pixel belongs to the subject. */
import { mapPlane, newPlane, type Plane, smoothstep } from './plane'
import { holesOf, partsOf, withoutDust } from './regions'

/** Classes of the person model, by index. */
const person = { background: 0, hair: 1, faceSkin: 3, others: 5 } as const

/** Scores in between are uncertain; below and above they are nearly always right. */
const levels = { low: 0.2, high: 0.8 } as const
/** Regions below this share of the largest are specks. */
const dust = 0.03

const clear = (plane: Plane): Plane => mapPlane(plane, (value) => smoothstep(value, levels.low, levels.high))

function classOf(scores: readonly Plane[], index: number): Plane {
  const plane = scores[index]
  if (!plane) throw new Error(`the person model gave ${scores.length} classes`)
  return plane
}

/**
 * Mask of everything that is not background: hair, skin, clothes, and what is worn or held. Empty when most of it is objects: the
 * model mistakes a shiny cup for them, too.
 */
export function bodyMask(scores: readonly Plane[]): Plane {
  const background = classOf(scores, person.background)
  const things = classOf(scores, person.others)
  const mask = withoutDust(clear(mapPlane(background, (value) => 1 - value)), dust)
  let inside = 0
  let held = 0
  for (let pixel = 0; pixel < mask.data.length; pixel++) {
    if ((mask.data[pixel] ?? 0) <= 0.5) continue
    inside += 1 - (background.data[pixel] ?? 0)
    held += things.data[pixel] ?? 0
  }
  return held > inside / 2 ? newPlane(mask.width, mask.height) : mask
}

/** The model's certainty per pixel that it belongs to a body or a head. */
export const bodyCertainty = (scores: readonly Plane[]): Plane =>
  mapPlane(classOf(scores, person.background), (value) => 1 - value)
export function headCertainty(scores: readonly Plane[]): Plane {
  const face = classOf(scores, person.faceSkin)
  return mapPlane(classOf(scores, person.hair), (value, pixel) => value + (face.data[pixel] ?? 0))
}

/** Distance around face and hair within which objects count as worn on the head, as shares of the head's box. */
const worn = { above: 0.45, beside: 0.3, below: 0.1 } as const

/**
 * Mask of the largest head: hair and face, plus hats and glasses on it, which the model knows only as "others". Without the neck.
 * Empty when there is no head.
 */
export function headMask(scores: readonly Plane[]): Plane {
  const others = classOf(scores, person.others)
  const head = headCertainty(scores)
  const [largest] = partsOf(head)
  const { width, height } = head
  const mask = newPlane(width, height)
  if (!largest) return mask
  const { box } = largest
  const left = Math.max(0, Math.floor(box.left - worn.beside * box.width))
  const right = Math.min(width, Math.ceil(box.left + (1 + worn.beside) * box.width))
  const top = Math.max(0, Math.floor(box.top - worn.above * box.height))
  const bottom = Math.min(height, Math.ceil(box.top + (1 + worn.below) * box.height))
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const pixel = y * width + x
      mask.data[pixel] = Math.min(1, (head.data[pixel] ?? 0) + (others.data[pixel] ?? 0))
    }
  }
  // Enclosed holes belong to the head: an open mouth, a gap between hair and glasses.
  const background = classOf(scores, person.background)
  for (const pixel of holesOf(mask)) mask.data[pixel] = Math.max(mask.data[pixel] ?? 0, 1 - (background.data[pixel] ?? 0))
  // Another person's head beside this one is not part of it, even inside the box.
  const [own] = partsOf(mask)
  const kept = own ? new Set(own.pixels) : null
  return withoutDust(clear(mapPlane(mask, (value, pixel) => (value <= 0.5 || kept?.has(pixel) ? value : 0))), 1)
}

/** Mask of the main subject: the single score of the model for any subject. */
export function commonMask([score]: readonly Plane[]): Plane {
  if (!score) throw new Error('the model for any subject gave nothing')
  return withoutDust(clear(score), dust)
}
