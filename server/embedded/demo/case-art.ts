/**
 * Draws wireframes of phone cases as SVG in mm. The background is the empty case in its colour; the foreground covers the design:
 * the white surround with the case's shadow, its rim, buttons and the camera, with a transparent middle.
 */
import type { DemoModel, Finish } from './shop-data'

/** Resolution of the demo's wireframes. */
export const pxPerMm = 7
/** White border around the case, mm. */
const surround = 2
/** Distance by which the case extends beyond the phone's body, mm. */
const wall = 1.2

export interface CaseSize {
  readonly widthMm: number
  readonly heightMm: number
  /** Size of the whole picture, px. */
  readonly width: number
  readonly height: number
  /** Distance from the picture's edge to the case, px on each side; the case itself is the print area. */
  readonly margin: number
}

export function caseSize(model: DemoModel): CaseSize {
  const widthMm = model.width + 2 * (wall + surround)
  const heightMm = model.height + 2 * (wall + surround)
  return {
    widthMm: round(widthMm),
    heightMm: round(heightMm),
    width: Math.round(widthMm * pxPerMm),
    height: Math.round(heightMm * pxPerMm),
    margin: surround * pxPerMm,
  }
}

const round = (mm: number): number => Math.round(mm * 100) / 100

interface Shape {
  readonly x: number
  readonly y: number
  readonly w: number
  readonly h: number
  readonly r: number
}

const attributes = ({ x, y, w, h, r }: Shape): string =>
  `x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(h)}" rx="${round(r)}"`

const grow = ({ x, y, w, h, r }: Shape, by: number): Shape => ({ x: x - by, y: y - by, w: w + 2 * by, h: h + 2 * by, r: r + by })

function outline(model: DemoModel): Shape {
  return { x: surround, y: surround, w: model.width + 2 * wall, h: model.height + 2 * wall, r: model.corner + wall }
}

/** The same rounded rectangle as a path, to be cut out of another path. */
function path({ x, y, w, h, r }: Shape): string {
  const arc = (dx: number, dy: number): string => `a${round(r)} ${round(r)} 0 0 1 ${round(dx)} ${round(dy)}`
  return [
    `M${round(x + r)} ${round(y)}h${round(w - 2 * r)}${arc(r, r)}`,
    `v${round(h - 2 * r)}${arc(-r, r)}h${round(2 * r - w)}${arc(-r, -r)}v${round(2 * r - h)}${arc(r, -r)}z`,
  ].join('')
}

function svg(model: DemoModel, content: string): string {
  const { width, height, widthMm, heightMm } = caseSize(model)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${widthMm} ${heightMm}">${content}</svg>`
}

/** Draws the empty case. */
export function backArt(model: DemoModel, finish: Finish, hex: string): string {
  const shape = outline(model)
  const sheen: Readonly<Record<Finish, string>> = {
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
  const phone = grow(shape, -wall)
  const inside =
    finish === 'clear' ? `<rect ${attributes(phone)} fill="none" stroke="#000" stroke-opacity=".12" stroke-width=".35"/>` : ''
  return svg(
    model,
    `<defs><linearGradient id="s" x1="0" y1="0" x2="1" y2="1">${sheen[finish]}</linearGradient></defs>
<rect ${attributes(shape)} fill="${hex}"/><rect ${attributes(shape)} fill="url(#s)"/>${inside}`,
  )
}

type Stop = readonly [offset: number, color: string, opacity: number]
const stops = (list: readonly Stop[]): string =>
  list.map(([offset, color, opacity]) => `<stop offset="${offset}" stop-color="${color}" stop-opacity="${opacity}"/>`).join('')

/** Draws everything that covers the design. */
export function frontArt(model: DemoModel): string {
  const { widthMm, heightMm } = caseSize(model)
  const shape = outline(model)
  const cut = `M0 0H${widthMm}V${heightMm}H0z${path(shape)}`
  // Strokes of increasing width add up to a soft shadow; an SVG blur would take ten times as long.
  const shadow = Array.from({ length: 9 }, (_, n) => {
    const below = { ...shape, y: shape.y + 0.35 }
    return `<rect ${attributes(below)} fill="none" stroke="#1d2129" stroke-opacity=".035" stroke-width="${round(0.4 + n * 0.36)}"/>`
  }).join('')
  return svg(
    model,
    `<defs><clipPath id="out"><path d="${cut}" clip-rule="evenodd"/></clipPath>
<linearGradient id="rim" x1="0" y1="0" x2="1" y2="1">${stops([
      [0, '#fff', 0.7],
      [0.3, '#fff', 0.12],
      [0.62, '#000', 0.06],
      [1, '#000', 0.26],
    ])}</linearGradient>${lensDefs}</defs>
<path d="${cut}" fill="#fff" fill-rule="evenodd"/><g clip-path="url(#out)">${shadow}</g>${buttons(shape)}
<path d="${path(shape)}${path(grow(shape, -wall))}" fill="url(#rim)" fill-rule="evenodd"/>
<rect ${attributes(grow(shape, -wall))} fill="none" stroke="#fff" stroke-opacity=".45" stroke-width=".18"/>
<rect ${attributes(grow(shape, -0.1))} fill="none" stroke="#000" stroke-opacity=".28" stroke-width=".2"/>${camera(model)}`,
  )
}

/**
 * Mask of the printed area, in mm of the whole picture: white on the case with a soft edge, thinner towards the bottom,
 * transparent at the camera hole. Used as `mask="url(#print)"`.
 */
export function printMask(model: DemoModel): string {
  const { widthMm, heightMm } = caseSize(model)
  const shape = outline(model)
  const { camera: of } = model
  const at = surround + wall
  const hole: Shape = { x: of.x + at, y: of.y + at, w: of.width, h: of.height, r: of.corner }
  const steps = [0, 0.1, 0.2, 0.3, 0.4, 0.5]
  const edge = steps.map((by) => `<rect ${attributes(grow(shape, -by))} fill="url(#cover)" fill-opacity=".45"/>`).join('')
  const rim = steps.map((by) => `<rect ${attributes(grow(hole, 0.75 - by))} fill="#000" fill-opacity=".45"/>`).join('')
  return `<defs><linearGradient id="cover" x1="0" y1="0" x2="0" y2="1">${stops([
    [0, '#fff', 1],
    [0.86, '#fff', 1],
    [1, '#fff', 0.72],
  ])}</linearGradient><mask id="print" maskUnits="userSpaceOnUse" x="0" y="0" width="${widthMm}" height="${heightMm}">
${edge}<rect ${attributes(grow(shape, -0.6))} fill="url(#cover)"/>${rim}<rect ${attributes(grow(hole, 0.15))} fill="#000"/></mask></defs>`
}

/** Draws volume keys on the left and the power key on the right, as bumps of the rim. */
function buttons({ x, y, w, h }: Shape): string {
  const bump = (left: number, top: number, length: number): string =>
    `<rect x="${round(left)}" y="${round(top)}" width=".8" height="${round(length)}" rx=".4" fill="#c9cdd4" stroke="#86909c" stroke-width=".12"/>`
  const left = x - 0.55
  return bump(left, y + h * 0.2, 11) + bump(left, y + h * 0.2 + 14, 11) + bump(x + w - 0.25, y + h * 0.26, 16)
}

const lensDefs = `<linearGradient id="plate" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#4b4f58"/><stop offset=".5" stop-color="#2d3037"/><stop offset="1" stop-color="#1c1e23"/></linearGradient>
<linearGradient id="ring" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#d5d8de"/><stop offset=".5" stop-color="#6f757f"/><stop offset="1" stop-color="#a9aeb8"/></linearGradient>
<radialGradient id="glass" cx=".38" cy=".34" r=".75"><stop stop-color="#51607d"/><stop offset=".38" stop-color="#1a2033"/><stop offset="1" stop-color="#05060a"/></radialGradient>
<radialGradient id="lamp" cx=".5" cy=".5" r=".5"><stop stop-color="#fffdf2"/><stop offset=".7" stop-color="#f4e6b8"/><stop offset="1" stop-color="#b9a873"/></radialGradient>`

/** Draws the opening in the case, and the phone's camera in it. */
function camera({ camera: of }: DemoModel): string {
  const at = surround + wall
  const hole: Shape = { x: of.x, y: of.y, w: of.width, h: of.height, r: of.corner }
  const lenses = of.lenses.map(({ x, y, r }) => {
    const disc = (radius: number, fill: string): string =>
      `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"/>`
    const glint = `<ellipse cx="${round(x - r * 0.28)}" cy="${round(y - r * 0.34)}" rx="${round(r * 0.2)}" ry="${round(r * 0.13)}" fill="#fff" fill-opacity=".55" transform="rotate(-35 ${round(x - r * 0.28)} ${round(y - r * 0.34)})"/>`
    return `${disc(r, 'url(#ring)')}${disc(r * 0.9, '#0b0c10')}${disc(r * 0.74, 'url(#glass)')}${disc(r * 0.2, '#0a0d18')}${glint}`
  })
  const { flash } = of
  return `<g transform="translate(${at} ${at})"><rect ${attributes(grow(hole, 0.75))} fill="#fff" fill-opacity=".5"/>
<rect ${attributes(grow(hole, 0.75))} fill="none" stroke="#000" stroke-opacity=".22" stroke-width=".16"/>
<rect ${attributes(hole)} fill="url(#plate)" stroke="#0d0e11" stroke-opacity=".6" stroke-width=".25"/>${lenses.join('')}
<circle cx="${round(flash.x)}" cy="${round(flash.y)}" r="${round(flash.r)}" fill="url(#lamp)"/></g>`
}
