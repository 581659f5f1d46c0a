/** The shapes that are offered, with their names and the settings and size that a new one begins with. */
import type { Form, Shape } from '../../../../contract/rules/appearance'
import type { Size } from '../../../../design/geometry/shapes'

export interface OfferedShape {
  readonly name: string
  readonly form: Form
  /** Shares of the canvas's width. */
  readonly width: number
  readonly height: number
}

const side = 0.4
const square = { width: side, height: side }

export const offeredShapes: readonly OfferedShape[] = [
  { name: '矩形', form: { kind: 'rect', radius: 0 }, ...square },
  { name: '圆角矩形', form: { kind: 'rect', radius: 24 }, ...square },
  { name: '圆形', form: { kind: 'ellipse' }, ...square },
  { name: '三角形', form: { kind: 'polygon', sides: 3 }, width: side, height: side * 0.87 },
  { name: '菱形', form: { kind: 'polygon', sides: 4 }, ...square },
  { name: '五边形', form: { kind: 'polygon', sides: 5 }, ...square },
  { name: '六边形', form: { kind: 'polygon', sides: 6 }, width: side * 0.87, height: side },
  { name: '五角星', form: { kind: 'star', points: 5, inner: 0.382 }, ...square },
  { name: '四角星', form: { kind: 'star', points: 4, inner: 0.35 }, ...square },
  { name: '花边圆', form: { kind: 'star', points: 16, inner: 0.86 }, ...square },
  { name: '爱心', form: { kind: 'heart' }, width: side, height: side * 0.9 },
  { name: '对话框', form: { kind: 'bubble', radius: 24, tail: 0.25 }, width: side * 1.2, height: side * 0.8 },
  { name: '直线', form: { kind: 'line' }, width: 0.6, height: 0.016 },
  { name: '箭头', form: { kind: 'arrow', head: 1, both: false }, width: 0.5, height: 0.14 },
  { name: '双向箭头', form: { kind: 'arrow', head: 1, both: true }, width: 0.5, height: 0.14 },
]

/** Fill of a new shape. */
const newFill = { kind: 'solid', color: '#3d7eff' } as const

export const newShape = (form: Form): Shape => ({ form, fill: newFill, border: null })

/** Returns the size of a new shape on a canvas. */
export function newShapeSize({ width, height }: OfferedShape, canvas: Size): Size {
  return { width: width * canvas.width, height: height * canvas.width }
}

/** Whether a form is a bar that has a thickness of its own instead of a height. */
export const isBar = (form: Form): boolean => form.kind === 'line' || form.kind === 'arrow'
