/** Input of the scene that shows a case as a solid, and its turn. Free of WebGL, so that a page can prepare it before the scene is loaded. */
import type { Look } from '../../contract/rules/look'
import type { CaseModel } from '../case-model/types'

/** Red, green and blue as the screen has them (sRGB), 0 to 1. */
export type Rgb = readonly [number, number, number]

export interface CaseSceneInput {
  readonly model: CaseModel
  readonly look: Look
  /** The back of the case with the print, as large as the picture of the wireframe; transparent where the case itself shows. */
  readonly art: HTMLCanvasElement
  /** The back of the phone, which the openings show; opaque. */
  readonly phone: HTMLCanvasElement
  /** Colour of the case where nothing is printed. */
  readonly body: Rgb
}

/** This browser draws no WebGL 2. */
export class NoWebGlError extends Error {
  override readonly name = 'NoWebGlError'
}
