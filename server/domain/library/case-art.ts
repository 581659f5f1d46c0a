/**
 * Draws wireframes of phone cases as SVG in mm. The background is the empty case in its colour; the foreground covers the design:
 * the surround with the case's shadow, its rim, buttons and the camera, with a transparent middle. Used for the library of phones and
 * the demo shop.
 */
import type { Camera } from '../../../contract/library/cameras'

/** A rounded rectangle in mm of the whole picture. */
export interface Shape {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  readonly r: number
}

export interface CaseDrawing {
  /** Size of the whole picture, mm and px. */
  readonly widthMm: number
  readonly heightMm: number
  readonly width: number
  readonly height: number
  readonly outline: Shape
  /** Where the camera's coordinates begin: the top left corner of the phone's body, mm of the whole picture. */
  readonly body: { readonly x: number; readonly y: number }
  readonly camera: Camera
}

export type Finish = 'matte' | 'clear' | 'glass'

/** Width of the rim that is drawn along the edge of the case, mm. */
const rim = 1.2
/** Veils of increasing width that add up to the rim: it fades out, because its end would be seen as a line on a dark design. */
const rimVeils = 6
/** Distance of a button's outer side from the edge of the case, mm: with a smaller border the picture would cut it. */
const buttonReach = 0.7
/** Distance between a camera and the edge of the case's opening around it, mm; a guess. */
const gap = 0.75

export const round = (mm: number): number => Math.round(mm * 100) / 100

const attributes = ({ x, y, w, h, r }: Shape): string =>
  `x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" rx="${round(r)}"`

export const grow = ({ x, y, w, h, r }: Shape, by: number): Shape => ({
  x: x - by,
  y: y - by,
  w: w + 2 * by,
  h: h + 2 * by,
  r: Math.max(0, r + by),
})

/** The same rounded rectangle as a path, to be cut out of another path. */
function path({ x, y, w, h, r }: Shape): string {
  const arc = (dx: number, dy: number): string => `a${round(r)} ${round(r)} 0 0 1 ${round(dx)} ${round(dy)}`
  return [
    `M${round(x + r)} ${round(y)}h${round(w - 2 * r)}${arc(r, r)}`,
    `v${round(h - 2 * r)}${arc(-r, r)}h${round(2 * r - w)}${arc(-r, -r)}v${round(2 * r - h)}${arc(r, -r)}z`,
  ].join('')
}

function svg({ width, height, widthMm, heightMm }: CaseDrawing, content: string): string {
  // The sides are whole px, so their ratio is not quite that of the millimetres: a box in mm would leave a line free.
  const scale = `scale(${width / widthMm} ${height / heightMm})`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><g transform="${scale}">${content}</g></svg>`
}

type Stop = readonly [offset: number, color: string, opacity: number]
const stops = (list: readonly Stop[]): string =>
  list.map(([offset, color, opacity]) => `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`).join('')

const sheens: Readonly<Record<Finish, string>> = {
  matte: stops([
    [0, '#fff', 0.14],
    [0.5, '#fff', 0],
    [1, '#000', 0.1],
  ]),
  clear: stops([
    [0, '#fff', 0.55],
    [0.35, '#fff', 0.1],
    [0.36, '#fff', 0.28],
    [0.6, '#fff', 0.05],
    [1, '#000', 0.08],
  ]),
  glass: stops([
    [0, '#fff', 0.5],
    [0.28, '#fff', 0.05],
    [0.29, '#fff', 0.4],
    [0.46, '#fff', 0.12],
    [0.47, '#fff', 0],
    [1, '#000', 0.14],
  ]),
}

/** Draws the empty case. @param hex its colour, such as #1c1c1e. */
export function backArt(drawing: CaseDrawing, finish: Finish, hex: string): string {
  const { outline } = drawing
  const inside =
    finish === 'clear'
      ? `<rect ${attributes(grow(outline, -rim))} fill="none" stroke="#000" stroke-opacity=".12" stroke-width=".35"/>`
      : ''
  return svg(
    drawing,
    `<defs><linearGradient id="s" x1="0" y1="0" x2="1" y2="1">${sheens[finish]}</linearGradient></defs>
<rect ${attributes(outline)} fill="${hex}"/><rect ${attributes(outline)} fill="url(#s)"/>${inside}`,
  )
}

/** Draws everything that covers the design. Its rim is so thin a veil that the design shows through up to the edge of the case. */
export function frontArt(drawing: CaseDrawing): string {
  const { widthMm, heightMm, outline } = drawing
  const cut = `M0 0H${widthMm}V${heightMm}H0z${path(outline)}`
  // The shadow ends inside the picture: cut at its border, it would be seen as a line around the case.
  const border = Math.min(outline.x, outline.y)
  const offset = Math.min(0.35, border / 3)
  const reach = border - offset - 0.1
  // Strokes of increasing width add up to a soft shadow; an SVG blur would take ten times as long.
  const shadow = Array.from({ length: 9 }, (_, n) => {
    const below = { ...outline, y: outline.y + offset }
    return `<rect ${attributes(below)} fill="none" stroke="#1d2129" stroke-opacity=".035" stroke-width="${round((2 * reach * (n + 1)) / 9)}"/>`
  }).join('')
  const edge = path(outline)
  const veils = Array.from({ length: rimVeils }, (_, n) => {
    const inner = grow(outline, (-rim * (n + 1)) / rimVeils)
    return `<path d="${edge}${path(inner)}" fill="url(#rim)" fill-rule="evenodd"/>`
  }).join('')
  return svg(
    drawing,
    `<defs><clipPath id="out"><path d="${cut}" clip-rule="evenodd"/></clipPath>
<linearGradient id="rim" x1="0" y1="0" x2="1" y2="1">${stops([
      [0, '#fff', 0.09 / rimVeils],
      [0.3, '#fff', 0.05 / rimVeils],
      [0.62, '#000', 0.04 / rimVeils],
      [1, '#000', 0.09 / rimVeils],
    ])}</linearGradient>${lensDefs}</defs>
<path d="${cut}" fill="#fff" fill-rule="evenodd"/><g clip-path="url(#out)">${shadow}
<rect ${attributes(outline)} fill="none" stroke="#000" stroke-opacity=".45" stroke-width=".4"/></g>${border < buttonReach ? '' : buttons(outline)}
${veils}${camera(drawing)}`,
  )
}

/** The opening of the case around the camera, mm of the whole picture. */
export function openingOf({ body, camera: of }: CaseDrawing): Shape {
  return grow({ x: body.x + of.x, y: body.y + of.y, w: of.width, h: of.height, r: of.corner }, gap)
}

/**
 * Mask of the printed area, in mm of the whole picture: white on the case with a soft edge, thinner towards the bottom,
 * transparent at the camera hole. Used as `mask="url(#print)"`.
 */
export function printMask(drawing: CaseDrawing): string {
  const { widthMm, heightMm, outline } = drawing
  const hole = openingOf(drawing)
  const steps = [0, 0.1, 0.2, 0.3, 0.4, 0.5]
  const edge = steps.map((by) => `<rect ${attributes(grow(outline, -by))} fill="url(#cover)" fill-opacity=".45"/>`).join('')
  const around = steps.map((by) => `<rect ${attributes(grow(hole, -by))} fill="#000" fill-opacity=".45"/>`).join('')
  return `<defs><linearGradient id="cover" x1="0" y1="0" x2="0" y2="1">${stops([
    [0, '#fff', 1],
    [0.86, '#fff', 1],
    [1, '#fff', 0.72],
  ])}</linearGradient><mask id="print" maskUnits="userSpaceOnUse" x="0" y="0" width="${widthMm}" height="${heightMm}">
${edge}<rect ${attributes(grow(outline, -0.6))} fill="url(#cover)"/>${around}<rect ${attributes(grow(hole, -0.6))} fill="#000"/></mask></defs>`
}

/** Draws volume keys on the left and the power key on the right, as bumps of the rim. */
function buttons({ x, y, w, h }: Shape): string {
  const bump = (left: number, top: number, length: number): string =>
    `<rect x="${round(left)}" y="${round(top)}" width=".55" height="${round(length)}" rx=".27" fill="#c9cdd4" stroke="#86909c" stroke-width=".12"/>`
  const left = x - 0.61
  return bump(left, y + h * 0.2, 11) + bump(left, y + h * 0.2 + 14, 11) + bump(x + w + 0.06, y + h * 0.26, 16)
}

const lensDefs = `<linearGradient id="plate" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#4b4f58"/><stop offset=".5" stop-color="#2d3037"/><stop offset="1" stop-color="#1c1e23"/></linearGradient>
<linearGradient id="ring" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#d5d8de"/><stop offset=".5" stop-color="#6f757f"/><stop offset="1" stop-color="#a9aeb8"/></linearGradient>
<radialGradient id="glass" cx=".38" cy=".34" r=".75"><stop stop-color="#51607d"/><stop offset=".38" stop-color="#1a2033"/><stop offset="1" stop-color="#05060a"/></radialGradient>
<radialGradient id="lamp" cx=".5" cy=".5" r=".5"><stop stop-color="#fffdf2"/><stop offset=".7" stop-color="#f4e6b8"/><stop offset="1" stop-color="#b9a873"/></radialGradient>`

/** Draws the opening in the case, and the phone's camera in it. */
function camera({ body, camera: of }: CaseDrawing): string {
  const hole: Shape = { x: of.x, y: of.y, w: of.width, h: of.height, r: of.corner }
  const lenses = of.lenses.map(({ x, y, r }) => {
    const disc = (radius: number, fill: string): string =>
      `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"/>`
    const glint = `<ellipse cx="${round(x - r * 0.28)}" cy="${round(y - r * 0.34)}" rx="${round(r * 0.2)}" ry="${round(r * 0.13)}" fill="#fff" fill-opacity=".55" transform="rotate(-35 ${round(x - r * 0.28)} ${round(y - r * 0.34)})"/>`
    return `${disc(r, 'url(#ring)')}${disc(r * 0.9, '#0b0c10')}${disc(r * 0.74, 'url(#glass)')}${disc(r * 0.2, '#0a0d18')}${glint}`
  })
  const { flash } = of
  return `<g transform="translate(${round(body.x)} ${round(body.y)})"><rect ${attributes(grow(hole, gap))} fill="#fff" fill-opacity=".5"/>
<rect ${attributes(grow(hole, gap))} fill="none" stroke="#000" stroke-opacity=".22" stroke-width=".16"/>
<rect ${attributes(hole)} fill="url(#plate)" stroke="#0d0e11" stroke-opacity=".6" stroke-width=".25"/>${lenses.join('')}
<circle cx="${round(flash.x)}" cy="${round(flash.y)}" r="${round(flash.r)}" fill="url(#lamp)"/></g>`
}
