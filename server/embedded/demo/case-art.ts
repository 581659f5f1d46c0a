/** The cases of the demo shop, drawn as those of the library of phones (domain/library), with a wide white border. */
import * as art from '../../domain/library/case-art'
import type { DemoModel } from './shop-data'

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
    widthMm: art.round(widthMm),
    heightMm: art.round(heightMm),
    width: Math.round(widthMm * pxPerMm),
    height: Math.round(heightMm * pxPerMm),
    margin: surround * pxPerMm,
  }
}

const drawingOf = (model: DemoModel): art.CaseDrawing => ({
  ...caseSize(model),
  outline: { x: surround, y: surround, w: model.width + 2 * wall, h: model.height + 2 * wall, r: model.corner + wall },
  body: { x: surround + wall, y: surround + wall },
  camera: model.camera,
})

/** Draws the empty case. */
export const backArt = (model: DemoModel, finish: art.Finish, hex: string): string => art.backArt(drawingOf(model), finish, hex)
/** Draws everything that covers the design. */
export const frontArt = (model: DemoModel): string => art.frontArt(drawingOf(model))
/** See the function of the library of phones. */
export const printMask = (model: DemoModel): string => art.printMask(drawingOf(model))
