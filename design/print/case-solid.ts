/** Prepares a design on its case to be turned as a solid: the form from the wireframe's mask, the print as a picture of its back. */
import type { Look } from '../../contract/rules/look'
import type { MillimetreRing, Millimetres } from '../../imaging/case-model/types'
import type { CaseSceneInput, Rgb } from '../../imaging/case-scene/types'
import type { Size } from '../model/types'
import { pageSurface } from './surface'
import type { WireframePictures } from './wireframe-pictures'

/** Enough px to find an outline within 0.1 mm. */
export const maskPxPerMm = 4

/** Backs of phones: a clear case shows it everywhere, the others only through their openings. */
const phoneColor = { behindClear: '#d3d7dd', behindOpening: '#2b2d31' } as const
/** Shadow of the case on the phone, around an opening; mm. */
const shadow = { blur: 1.6, dx: 0.5, dy: 0.8, color: 'rgba(0, 0, 0, 0.6)' } as const

interface SolidParts {
  readonly model: CaseSceneInput['model']
  readonly pictures: WireframePictures
  readonly design: ImageBitmap
  readonly look: Look
  /** CSS colour of the case. */
  readonly paper: string
  /** Size of the whole case, px and mm. */
  readonly size: Size
  readonly millimetres: Millimetres
}

/** The canvases of the result belong to the caller. */
export function caseSolid({ model, pictures, design, look, paper, size, millimetres }: SolidParts): CaseSceneInput {
  const { under, over } = pictures
  const isClear = look === 'clear'
  const pathOf = (rings: readonly MillimetreRing[]) =>
    ringPath(rings, size.width / millimetres.widthMm, size.height / millimetres.heightMm)
  const drawOver = (surface: CanvasRenderingContext2D) => {
    for (const picture of over) surface.drawImage(picture, 0, 0, size.width, size.height)
  }

  const { surface: art } = pageSurface(size)
  art.imageSmoothingQuality = 'high'
  // Through a clear case the phone is seen, so neither its colour nor its picture lie under the print.
  if (!isClear) {
    art.fillStyle = paper
    art.fillRect(0, 0, size.width, size.height)
    for (const picture of under) art.drawImage(picture, 0, 0, size.width, size.height)
  }
  art.drawImage(design, 0, 0)
  if (model.covers.length > 0) {
    art.clip(pathOf(model.covers), 'evenodd')
    drawOver(art)
  }

  const { surface: phone } = pageSurface(size)
  phone.fillStyle = isClear ? phoneColor.behindClear : phoneColor.behindOpening
  phone.fillRect(0, 0, size.width, size.height)
  if (model.holes.length > 0) {
    const holes = pathOf(model.holes)
    phone.clip(holes, 'evenodd')
    drawOver(phone)
    const pxPerMm = size.width / millimetres.widthMm
    phone.shadowColor = shadow.color
    phone.shadowBlur = shadow.blur * pxPerMm
    phone.shadowOffsetX = shadow.dx * pxPerMm
    phone.shadowOffsetY = shadow.dy * pxPerMm
    const around = new Path2D()
    around.rect(-size.width, -size.height, 3 * size.width, 3 * size.height)
    around.addPath(holes)
    phone.fill(around, 'evenodd')
  }
  return { model, look, art: art.canvas, phone: phone.canvas, body: isClear ? colorOf(paper, []) : colorOf(paper, under) }
}

function ringPath(rings: readonly MillimetreRing[], scaleX: number, scaleY: number): Path2D {
  const path = new Path2D()
  for (const ring of rings) {
    for (let at = 0; at < ring.length; at += 2) {
      const [x, y] = [(ring[at] as number) * scaleX, (ring[at + 1] as number) * scaleY]
      if (at === 0) path.moveTo(x, y)
      else path.lineTo(x, y)
    }
    path.closePath()
  }
  return path
}

/** The mean colour of the middle of the empty case. */
function colorOf(paper: string, under: readonly HTMLImageElement[]): Rgb {
  const side = 16
  const { surface, release } = pageSurface({ width: side, height: side })
  try {
    surface.fillStyle = paper
    surface.fillRect(0, 0, side, side)
    for (const picture of under) {
      const { naturalWidth: width, naturalHeight: height } = picture
      surface.drawImage(picture, width / 4, height / 2, width / 2, height / 4, 0, 0, side, side)
    }
    const { data } = surface.getImageData(0, 0, side, side)
    const mean = (channel: 0 | 1 | 2) => {
      let sum = 0
      for (let at = channel; at < data.length; at += 4) sum += data[at] as number
      return sum / (side * side) / 255
    }
    return [mean(0), mean(1), mean(2)]
  } finally {
    release()
  }
}
