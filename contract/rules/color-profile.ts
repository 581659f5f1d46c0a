/** Judges ICC colour profiles (ICC.1:2010) by their values: a name may mention sRGB and mean other colours. */

/** Primaries of sRGB adapted to D50, X Y Z each (IEC 61966-2-1, Bradford). */
const primaries = {
  rXYZ: [0.43607, 0.22249, 0.01392],
  gXYZ: [0.38515, 0.71687, 0.09708],
  bXYZ: [0.14307, 0.06061, 0.7141],
} as const
const curves = ['rTRC', 'gTRC', 'bTRC'] as const
/** Differences that move no colour by more than about one of 255. */
const tolerance = { primary: 0.004, value: 1.5 / 255 } as const
const probes = [0.02, 0.05, 0.1, 0.25, 0.5, 0.75, 0.95] as const

const headerLength = 128
const tagLength = 12
const mostTags = 100

const encoded = (light: number): number => (light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055)

/** Whether values under this profile are sRGB already; false for a damaged profile and for tables, which only conversion can judge. */
export function isSrgbProfile(icc: Uint8Array): boolean {
  try {
    const view = new DataView(icc.buffer, icc.byteOffset, icc.byteLength)
    if (nameAt(view, 16) !== 'RGB ') return false
    const tags = tagsOf(view)
    if (tags.has('A2B0')) return false
    return (
      Object.entries(primaries).every(([name, wanted]) =>
        wanted.every((value, axis) => Math.abs(fixedAt(view, tagAt(tags, name) + 8 + axis * 4) - value) <= tolerance.primary),
      ) &&
      curves.every((name) => {
        const curve = curveAt(view, tagAt(tags, name))
        return probes.every((value) => Math.abs(encoded(curve(value)) - value) <= tolerance.value)
      })
    )
  } catch (error) {
    // Offsets of a damaged profile point beyond its end.
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Returns the curve of a tag, from values to light, both 0 to 1; null where the profile has none. */
export function profileCurve(icc: Uint8Array, tag: 'kTRC' | 'rTRC'): ((value: number) => number) | null {
  try {
    const view = new DataView(icc.buffer, icc.byteOffset, icc.byteLength)
    const tags = tagsOf(view)
    if (tags.has('A2B0')) return null
    const curve = curveAt(view, tagAt(tags, tag))
    curve(1)
    return curve
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}

const nameAt = (view: DataView, at: number): string =>
  String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)))
/** s15Fixed16Number */
const fixedAt = (view: DataView, at: number): number => view.getInt32(at) / 65_536

/** Returns where each tag begins. */
function tagsOf(view: DataView): ReadonlyMap<string, number> {
  const count = Math.min(mostTags, view.getUint32(headerLength))
  const tags = new Map<string, number>()
  for (let tag = 0; tag < count; tag++) {
    const at = headerLength + 4 + tag * tagLength
    tags.set(nameAt(view, at), view.getUint32(at + 4))
  }
  return tags
}

function tagAt(tags: ReadonlyMap<string, number>, name: string): number {
  const at = tags.get(name)
  if (at === undefined) throw new RangeError(`the profile has no ${name}`)
  return at
}

/** Number of parameters of each type of a parametric curve: g, a b, c, d, e f. */
const parameterCounts = [1, 3, 4, 5, 7] as const

/** Returns the curve from values to light, both 0 to 1. */
function curveAt(view: DataView, at: number): (value: number) => number {
  if (nameAt(view, at) === 'para') {
    const type = view.getUint16(at + 8)
    const count = parameterCounts[type]
    if (count === undefined) throw new RangeError('the profile has an unknown curve')
    const [g = 1, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0] = Array.from({ length: count }, (_, one) =>
      fixedAt(view, at + 12 + one * 4),
    )
    const power = (value: number) => Math.max(0, a * value + b) ** g
    if (type === 0) return power
    // Types 1 and 2 change where the power begins; type 2 adds its offset on both sides.
    if (type < 3) return (value) => (value >= -b / a ? power(value) : 0) + (type === 2 ? c : 0)
    return (value) => (value >= d ? power(value) + e : c * value + f)
  }
  if (nameAt(view, at) !== 'curv') throw new RangeError('the profile has no curve')
  const count = view.getUint32(at + 8)
  if (count === 0) return (value) => value
  if (count === 1) return (value) => value ** (view.getUint16(at + 12) / 256)
  return (value) => {
    const place = value * (count - 1)
    const [low, high] = [Math.floor(place), Math.ceil(place)]
    const entry = (index: number) => view.getUint16(at + 12 + index * 2) / 65_535
    return entry(low) + (entry(high) - entry(low)) * (place - low)
  }
}
