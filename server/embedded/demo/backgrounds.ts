/** Backgrounds of the demo's templates: gradients and patterns, drawn by this project at twice the canvas size. */
import type { Size } from './compose'

type Draw = (size: Size) => string

/** Pixels of a background per canvas px, so that its print is sharp. */
const density = 2

export function backgroundArt(draw: Draw, size: Size): string {
  const { width, height } = size
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width * density}" height="${height * density}" viewBox="0 0 ${width} ${height}">${draw(size)}</svg>`
}

const full = (fill: string): string => `<rect width="100%" height="100%" fill="${fill}"/>`

function gradient(colors: readonly string[], angle: 'down' | 'diagonal' = 'down'): string {
  const step = 1 / Math.max(1, colors.length - 1)
  const stops = colors.map((color, n) => `<stop offset="${(n * step).toFixed(3)}" stop-color="${color}"/>`).join('')
  const to = angle === 'down' ? 'x2="0" y2="1"' : 'x2="1" y2="1"'
  return `<defs><linearGradient id="g" x1="0" y1="0" ${to}>${stops}</linearGradient></defs>${full('url(#g)')}`
}

const pattern = (width: number, height: number, content: string, transform = ''): string =>
  `<defs><pattern id="p" width="${width}" height="${height}" patternUnits="userSpaceOnUse" patternTransform="${transform}">${content}</pattern></defs>${full('url(#p)')}`

/** Pseudo-random numbers in [0, 1), the same at every start. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed
  while (true) {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    yield state / 4_294_967_296
  }
}

export const gingham =
  (base: string, line: string): Draw =>
  () => {
    const square = `<rect width="44" height="88" fill="${line}" fill-opacity=".38"/><rect width="88" height="44" fill="${line}" fill-opacity=".38"/>`
    return full(base) + pattern(88, 88, square)
  }

export const dots =
  (from: string, to: string, dot: string): Draw =>
  () =>
    gradient([from, to]) +
    pattern(64, 64, `<circle cx="16" cy="16" r="8" fill="${dot}"/><circle cx="48" cy="48" r="8" fill="${dot}"/>`)

export const stripes =
  (from: string, to: string, line: string): Draw =>
  () =>
    gradient([from, to]) + pattern(60, 60, `<rect width="30" height="60" fill="${line}" fill-opacity=".5"/>`, 'rotate(35)')

/** 青海波: rows of concentric scales. */
export const scales =
  (from: string, to: string, line: string): Draw =>
  () => {
    const scale = (x: number, y: number): string =>
      [36, 27, 18, 9]
        .map((r) => `<circle cx="${x}" cy="${y}" r="${r}" fill="url(#g)" stroke="${line}" stroke-width="2"/>`)
        .join('')
    const rows = [0, 18, 36].map((y, n) => (n % 2 === 0 ? scale(0, y + 18) + scale(72, y + 18) : scale(36, y + 18))).join('')
    return gradient([from, to]) + pattern(72, 36, rows)
  }

/** Layers of hills under a sky. */
export const hills =
  (sky: readonly string[], ground: readonly string[]): Draw =>
  ({ width, height }) => {
    const sun = `<circle cx="${width * 0.74}" cy="${height * 0.36}" r="${width * 0.19}" fill="#fff" fill-opacity=".45"/>`
    const waves = ground.map((color, n) => {
      const y = height * (0.6 + n * 0.11)
      const lift = n % 2 === 0 ? 70 : -60
      const curve = `C${width * 0.3} ${y - lift} ${width * 0.6} ${y + lift} ${width} ${y - lift * 0.4}`
      return `<path d="M0 ${y}${curve}V${height}H0z" fill="${color}"/>`
    })
    return gradient(sky) + sun + waves.join('')
  }

/** A sky of stars, the same at every start. */
export const night =
  (colors: readonly string[], seed: number): Draw =>
  ({ width, height }) => {
    const random = numbers(seed)
    const next = (): number => random.next().value
    const stars = Array.from({ length: 130 }, () => {
      const r = 0.7 + next() ** 3 * 3
      return `<circle cx="${(next() * width).toFixed(1)}" cy="${(next() * height).toFixed(1)}" r="${r.toFixed(2)}" fill="#fff" fill-opacity="${(0.35 + next() * 0.6).toFixed(2)}"/>`
    })
    const glow = `<defs><radialGradient id="n"><stop stop-color="#fff" stop-opacity=".28"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs><ellipse cx="${width * 0.6}" cy="${height * 0.55}" rx="${width * 0.8}" ry="${height * 0.28}" fill="url(#n)"/>`
    return gradient(colors, 'diagonal') + glow + stars.join('')
  }

/** Rays from one point. */
export const rays =
  (from: string, to: string, ray: string): Draw =>
  ({ width, height }) => {
    const x = width / 2
    const y = height * 0.62
    const beams = Array.from({ length: 14 }, (_, n) => {
      const at = (angle: number): string =>
        `${(x + Math.cos(angle) * height).toFixed(1)} ${(y + Math.sin(angle) * height).toFixed(1)}`
      const turn = (n * Math.PI) / 7
      return `<path d="M${x} ${y}L${at(turn)}L${at(turn + Math.PI / 14)}z" fill="${ray}" fill-opacity=".5"/>`
    })
    return gradient([from, to]) + beams.join('')
  }
