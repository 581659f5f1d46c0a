/** Pictures of the starter templates, drawn by our own code as SVG for a canvas of any size. Pure. */

export interface Size {
  readonly width: number
  readonly height: number
}

/** Pixels of a picture per canvas px, so that its print is sharp. */
const density = 2

const svg = ({ width, height }: Size, content: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${Math.round(width * density)}" height="${Math.round(height * density)}" viewBox="0 0 ${round(width)} ${round(height)}">${content}</svg>`

const round = (value: number): number => Math.round(value * 100) / 100

const fill = ({ width, height }: Size, paint: string): string =>
  `<rect width="${round(width)}" height="${round(height)}" fill="${paint}"/>`

const gradient = (id: string, stops: readonly (readonly [offset: number, color: string, opacity?: number])[]): string =>
  `<defs><linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1">${stops
    .map(([offset, color, opacity = 1]) => `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`)
    .join('')}</linearGradient></defs>`

/** A hill: a wave that fills everything below it. `phase` moves it sideways, in waves. */
function hill({ width, height }: Size, top: number, swing: number, phase: number): string {
  const points = Array.from({ length: 13 }, (_, index) => {
    const x = (index / 12) * width
    const wave = Math.sin((index / 12) * Math.PI * 2.2 + phase) + 0.45 * Math.sin((index / 12) * Math.PI * 5 + phase * 1.7)
    return [x, top - swing * wave] as const
  })
  const [first, ...others] = points
  if (!first) return ''
  const line = others
    .map(([x, y], index) => {
      const [fromX, fromY] = points[index] ?? first
      const middle = (fromX + x) / 2
      return `C${round(middle)} ${round(fromY)} ${round(middle)} ${round(y)} ${round(x)} ${round(y)}`
    })
    .join('')
  return `M${round(first[0])} ${round(first[1])}${line}L${round(width)} ${round(height)}L0 ${round(height)}Z`
}

/** The ground of 极简姓名: warm paper, a sun over the sea, and its light on the waves. */
export function sunPaper(size: Size): string {
  const { width, height } = size
  const [x, y, radius] = [width * 0.5, height * 0.5, width * 0.25]
  const waves = Array.from({ length: 6 }, (_, index) => {
    const half = radius * (1 - index * 0.13)
    const top = y + width * (0.025 + index * 0.042)
    const shift = width * 0.03 * (index % 2 === 0 ? 1 : -1)
    return `<rect x="${round(x - half + shift)}" y="${round(top)}" width="${round(half * 2)}" height="${round(width * 0.014)}" rx="${round(width * 0.007)}" fill="#d98f5c" fill-opacity="${round(0.95 - index * 0.13)}"/>`
  })
  return svg(
    size,
    `${gradient('sun', [
      [0, '#f2b279'],
      [1, '#d9805a'],
    ])}${fill(size, '#f5efe4')}<path d="M${round(x - radius)} ${round(y)}A${round(radius)} ${round(radius)} 0 0 1 ${round(x + radius)} ${round(y)}Z" fill="url(#sun)"/>${waves.join('')}`,
  )
}

/** The picture that 整版照片 shows until a photo replaces it: a moon over hills in the evening. */
export function eveningHills(size: Size): string {
  const { width, height } = size
  const stars = scatter(26, 7).map(
    ([a, b, c]) =>
      `<circle cx="${round(a * width)}" cy="${round(b * height * 0.42)}" r="${round(width * (0.002 + c * 0.004))}" fill="#fff" fill-opacity="${round(0.35 + c * 0.5)}"/>`,
  )
  const hills = [
    ['#6d6a9c', 0.54, 0.03, 0.3],
    ['#4f5487', 0.62, 0.028, 2.1],
    ['#39426f', 0.71, 0.03, 4],
    ['#263056', 0.82, 0.026, 5.4],
  ] as const
  return svg(
    size,
    `${gradient('sky', [
      [0, '#2b3a67'],
      [0.32, '#5d5b97'],
      [0.56, '#d98a8f'],
      [0.7, '#f7c59f'],
      [1, '#f7c59f'],
    ])}${fill(size, 'url(#sky)')}${stars.join('')}<circle cx="${round(width * 0.7)}" cy="${round(height * 0.4)}" r="${round(width * 0.115)}" fill="#fff1d6"/>${hills
      .map(([color, top, swing, phase]) => `<path d="${hill(size, height * top, height * swing, phase)}" fill="${color}"/>`)
      .join('')}`,
  )
}

/** Darkens the lower end of a photo, so that a white caption can be read on any. */
export const scrim = (size: Size): string =>
  svg(
    size,
    `${gradient('shade', [
      [0, '#000000', 0],
      [0.45, '#000000', 0.28],
      [1, '#000000', 0.72],
    ])}${fill(size, 'url(#shade)')}`,
  )

/** A thin white frame with round corners. */
export function frame(size: Size, radius: number, line: number): string {
  const { width, height } = size
  return svg(
    size,
    `<rect x="${round(line / 2)}" y="${round(line / 2)}" width="${round(width - line)}" height="${round(height - line)}" rx="${round(radius)}" fill="none" stroke="#ffffff" stroke-opacity=".9" stroke-width="${round(line)}"/>`,
  )
}

/** Numbers between 0 and 1 in threes, always the same for a seed (a linear congruential generator). */
function scatter(count: number, seed: number): readonly (readonly [number, number, number])[] {
  let state = seed
  const next = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state / 2_147_483_648
  }
  return Array.from({ length: count }, () => [next(), next(), next()] as const)
}

const point = (angle: number, radius: number): string => `${round(Math.cos(angle) * radius)} ${round(Math.sin(angle) * radius)}`

const star = (points: number, inner: number): string =>
  `M${Array.from({ length: points * 2 }, (_, at) => point((at * Math.PI) / points - Math.PI / 2, at % 2 === 0 ? 1 : inner)).join('L')}Z`

/** The outline of a circle whose edge has round waves. */
function scallop(waves: number, depth: number): string {
  const steps = Array.from({ length: waves }, (_, at) => {
    const [from, to] = [(at / waves) * 2 * Math.PI, ((at + 1) / waves) * 2 * Math.PI]
    return `Q${point((from + to) / 2, 1 + depth)} ${point(to, 1 - depth / 2)}`
  })
  return `M${point(0, 1 - depth / 2)}${steps.join('')}Z`
}

/** Shapes in a box from -1 to 1. */
const shapes = [
  'M0 .9C-1.5 -.05 -.75 -1.05 0 -.38C.75 -1.05 1.5 -.05 0 .9Z',
  star(5, 0.5),
  scallop(6, 0.42),
  star(4, 0.38),
  scallop(11, 0.16),
  'M-.95 .25C-.95 -.1 -.6 -.2 -.45 -.05C-.35 -.6 .35 -.65 .45 -.15C.75 -.3 1.05 0 .9 .3C.82 .48 .6 .5 .4 .5L-.55 .5C-.8 .5 -.95 .4 -.95 .25Z',
] as const
const paints = ['#ff6f61', '#ffb703', '#4cb69f', '#8f7df0', '#4aa8e0', '#ff8fab'] as const

/** The ground of 贴纸首字母: small stickers with white edges, spread evenly, the same each time. */
export function stickerPattern(size: Size): string {
  const { width, height } = size
  const columns = 5
  const step = width / columns
  const rows = Math.ceil(height / step) + 1
  const numbers = scatter(columns * rows, 42)
  const stickers = numbers.map(([a, b, c], index) => {
    const [column, row] = [index % columns, Math.floor(index / columns)]
    const x = (column + 0.5 + (row % 2 === 0 ? 0 : 0.5) + (a - 0.5) * 0.3) * step - (row % 2 === 0 ? 0 : step * 0.5 * 0)
    const y = (row + 0.35 + (b - 0.5) * 0.3) * step
    const radius = step * (0.24 + c * 0.1)
    const shape = shapes[(index * 5 + row) % shapes.length] ?? shapes[0]
    const paint = paints[(index * 7 + row * 2) % paints.length] ?? paints[0]
    const edge = 0.34
    return `<g transform="translate(${round(x)} ${round(y)}) rotate(${round((a - 0.5) * 60)}) scale(${round(radius)})"><path d="${shape}" fill="#fff" stroke="#fff" stroke-width="${edge}" stroke-linejoin="round"/><path d="${shape}" fill="${paint}"/></g>`
  })
  const dots = scatter(70, 9).map(
    ([a, b, c]) =>
      `<circle cx="${round(a * width)}" cy="${round(b * height)}" r="${round(step * (0.025 + c * 0.035))}" fill="#fff" fill-opacity=".85"/>`,
  )
  return svg(size, `${fill(size, '#ffdfe6')}${dots.join('')}${stickers.join('')}`)
}

/** The badge on which the initials stand: a scalloped plate with a seam. */
export function badge(size: Size): string {
  const { width } = size
  const radius = width / 2
  const plate = scallop(18, 0.06)
  return svg(
    size,
    `<g transform="translate(${round(radius)} ${round(radius)}) scale(${round(radius * 0.93)})"><path d="${plate}" fill="#fff" stroke="#ff8fab" stroke-opacity=".35" stroke-width=".06"/><circle r=".8" fill="#fff6f2"/><circle r=".8" fill="none" stroke="#ff6f61" stroke-width=".025" stroke-linecap="round" stroke-dasharray=".001 .085"/></g>`,
  )
}
