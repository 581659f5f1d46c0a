/** Positioned pictures (straight RGBA, 8 bits) and operations on them and their boxes, in px of the file's canvas. */

export interface Box {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

export interface Raster extends Box {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray<ArrayBuffer>
}

/** Opacity at each px of a box: 0 none, 255 full. */
export interface Mask extends Box {
  readonly data: Uint8Array<ArrayBuffer>
}

/** Intersection of two boxes; null when they do not overlap. */
export function intersect(a: Box, b: Box): Box | null {
  const box = {
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  }
  return box.left < box.right && box.top < box.bottom ? box : null
}

export function union(a: Box | null, b: Box | null): Box | null {
  if (a === null || b === null) return a ?? b
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  }
}

export const contains = (outer: Box, inner: Box): boolean =>
  inner.left >= outer.left && inner.top >= outer.top && inner.right <= outer.right && inner.bottom <= outer.bottom

/** Creates a transparent raster. */
export function blank({ left, top, right, bottom }: Box): Raster {
  const [width, height] = [right - left, bottom - top]
  return { left, top, right, bottom, width, height, data: new Uint8ClampedArray(width * height * 4) }
}

export function filled(box: Box, [r, g, b]: readonly [number, number, number]): Raster {
  const raster = blank(box)
  for (let at = 0; at < raster.data.length; at += 4) {
    raster.data[at] = r
    raster.data[at + 1] = g
    raster.data[at + 2] = b
    raster.data[at + 3] = 255
  }
  return raster
}

/** Multiplies alpha by a number from 0 to 1. */
export function fade({ data }: Raster, opacity: number): void {
  if (opacity >= 1) return
  for (let at = 3; at < data.length; at += 4) data[at] = (data[at] ?? 0) * opacity
}

/** Multiplies alpha by a mask that covers the raster's box. */
export function applyMask(raster: Raster, mask: Mask): void {
  const stride = mask.right - mask.left
  for (let y = raster.top; y < raster.bottom; y++) {
    let from = (y - mask.top) * stride + raster.left - mask.left
    let to = (y - raster.top) * raster.width * 4 + 3
    for (let x = 0; x < raster.width; x++, from++, to += 4) {
      const amount = mask.data[from] ?? 0
      if (amount !== 255) raster.data[to] = ((raster.data[to] ?? 0) * amount) / 255
    }
  }
}

/** Box of the pixels that are not fully transparent; null when there are none. */
export function opaqueBox({ left, top, width, height, data }: Raster): Box | null {
  const pixels = new Uint32Array(data.buffer, data.byteOffset, width * height)
  // Alpha is the highest byte of a px on every machine that browsers run on.
  const isOpaque = (at: number) => (pixels[at] ?? 0) > 0xffffff
  const rowHasOpaque = (y: number) => {
    for (let at = y * width; at < (y + 1) * width; at++) if (isOpaque(at)) return true
    return false
  }
  let first = 0
  while (first < height && !rowHasOpaque(first)) first++
  if (first === height) return null
  let last = height
  while (!rowHasOpaque(last - 1)) last--
  let [low, high] = [width, 0]
  for (let y = first; y < last; y++) {
    for (let x = 0; x < low; x++) if (isOpaque(y * width + x)) low = x
    for (let x = width - 1; x >= high; x--) if (isOpaque(y * width + x)) high = x + 1
  }
  return { left: left + low, top: top + first, right: left + high, bottom: top + last }
}

/** Crops a raster to a box inside it. Reuses the raster's memory: the caller must not use the raster any more. */
export function crop(raster: Raster, box: Box): Raster {
  if (contains(box, raster)) return raster
  const { data, width, left, top } = raster
  const stride = (box.right - box.left) * 4
  const height = box.bottom - box.top
  // Each row moves towards the start, so no row is overwritten before it is read.
  for (let y = 0; y < height; y++) {
    const from = ((y + box.top - top) * width + box.left - left) * 4
    data.copyWithin(y * stride, from, from + stride)
  }
  return { ...box, width: stride / 4, height, data: data.subarray(0, stride * height) }
}

/** Reduces a raster: each px is the mean of `step` × `step` px, fewer at the right and lower edges, colours weighted by alpha. */
export function reduce(raster: Raster, step: number): Raster {
  const [width, height] = [Math.ceil(raster.width / step), Math.ceil(raster.height / step)]
  const reduced = blank({ left: 0, top: 0, right: width, bottom: height })
  for (let y = 0; y < height; y++) {
    const bottom = Math.min(raster.height, (y + 1) * step)
    for (let x = 0; x < width; x++)
      meanInto(
        raster,
        { left: x * step, top: y * step, right: Math.min(raster.width, (x + 1) * step), bottom },
        reduced,
        (y * width + x) * 4,
      )
  }
  return reduced
}

/** Writes the mean of a box, given relative to the raster's corner, as one px. */
function meanInto({ data, width }: Raster, { left, top, right, bottom }: Box, into: Raster, to: number): void {
  let [r, g, b, a] = [0, 0, 0, 0]
  for (let y = top; y < bottom; y++) {
    for (let at = (y * width + left) * 4; at < (y * width + right) * 4; at += 4) {
      const alpha = data[at + 3] as number
      r += (data[at] as number) * alpha
      g += (data[at + 1] as number) * alpha
      b += (data[at + 2] as number) * alpha
      a += alpha
    }
  }
  if (a === 0) return
  into.data[to] = r / a
  into.data[to + 1] = g / a
  into.data[to + 2] = b / a
  into.data[to + 3] = a / ((bottom - top) * (right - left))
}

/** Copies a raster into a larger one that contains its box. */
export function copyInto(part: Raster, into: Raster): void {
  for (let y = 0; y < part.height; y++) {
    const to = ((part.top + y - into.top) * into.width + part.left - into.left) * 4
    into.data.set(part.data.subarray(y * part.width * 4, (y + 1) * part.width * 4), to)
  }
}

/**
 * Shrinks a raster to `maxSide`: each px is the mean of the px that it covers, colours weighted by alpha; sides are at least 1
 * px.
 */
export function shrink(raster: Raster, maxSide: number): Raster {
  const scale = Math.min(1, maxSide / Math.max(raster.width, raster.height))
  const [width, height] = [Math.max(1, Math.round(raster.width * scale)), Math.max(1, Math.round(raster.height * scale))]
  const scaled = blank({ left: 0, top: 0, right: width, bottom: height })
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.floor((y * raster.height) / height), Math.ceil(((y + 1) * raster.height) / height)]
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.floor((x * raster.width) / width), Math.ceil(((x + 1) * raster.width) / width)]
      meanInto(raster, { left, top, right, bottom }, scaled, (y * width + x) * 4)
    }
  }
  return scaled
}

/** Returns whether a picture is fully transparent, or black or white all over. */
export function isBlank({ data }: Raster): boolean {
  const px = new Uint32Array(data.buffer, data.byteOffset, data.byteLength / 4)
  const [first = 0] = px
  const bare = data[3] === 0
  // Opaque black and white are recognized in either byte order.
  if (!bare && first !== 0xff000000 && first !== 0x000000ff && first !== 0xffffffff) return false
  return bare ? px.every((_, at) => data[at * 4 + 3] === 0) : px.every((value) => value === first)
}
