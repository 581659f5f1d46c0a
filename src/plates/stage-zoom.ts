/** Zoom and pan of a picture in its box. Pure; lengths in CSS px, from the middle of the box. */
import { clamp } from '../../contract/ground/number'

export interface Size {
  readonly width: number
  readonly height: number
}

export interface StageView {
  /** At 1 the picture fits the box. */
  readonly scale: number
  readonly x: number
  readonly y: number
}

export const fittedView: StageView = { scale: 1, x: 0, y: 0 }

/** The size at which the whole picture fits into a box. */
export function fitInto(picture: Size, box: Size): Size {
  const ratio = Math.min(box.width / picture.width, box.height / picture.height)
  return { width: picture.width * ratio, height: picture.height * ratio }
}

/** The scale at which one pixel of the picture covers one CSS px. */
export const actualScale = (picture: Size, shown: Size): number => picture.width / shown.width

/** The largest scale: at least 4, and at least four times the actual scale, so that single pixels can be counted. */
export const maxScale = (picture: Size, shown: Size): number => Math.max(4, actualScale(picture, shown) * 4)

/** Limits panning so that the picture covers its box; a picture smaller than the box stays in its middle. */
export function limitPan(view: StageView, shown: Size, box: Size): StageView {
  const maxX = Math.max(0, (shown.width * view.scale - box.width) / 2)
  const maxY = Math.max(0, (shown.height * view.scale - box.height) / 2)
  return { scale: view.scale, x: clamp(view.x, -maxX, maxX), y: clamp(view.y, -maxY, maxY) }
}

/** Zooms to a scale; the point of the picture under `point` keeps its position. */
export function zoomTo(view: StageView, scale: number, point: { readonly x: number; readonly y: number }): StageView {
  const ratio = scale / view.scale
  return { scale, x: point.x - (point.x - view.x) * ratio, y: point.y - (point.y - view.y) * ratio }
}
