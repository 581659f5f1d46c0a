/**
 * Data of the demo shop: models, materials and colours. Sizes of phone bodies are in mm; names, lengths and mixtures are chosen
 * to look like a real shop.
 */
import { bar, type Camera, circle, pair, pill, quad, triple } from '../../../contract/library/cameras'
import type { Finish } from '../../domain/library/case-art'

export interface DemoModel {
  readonly name: string
  /** Size of the phone's body, mm. */
  readonly width: number
  readonly height: number
  /** Corner radius of the body, mm. */
  readonly corner: number
  readonly camera: Camera
  readonly favorited?: true
}

export const model = (name: string, width: number, height: number, corner: number, camera: Camera): DemoModel => ({
  name,
  width,
  height,
  corner,
  camera,
})
const favorite = (entry: DemoModel): DemoModel => ({ ...entry, favorited: true })

export const demoBrands: readonly { readonly name: string; readonly models: readonly DemoModel[] }[] = [
  {
    name: '苹果',
    models: [
      favorite(model('iPhone 15 Pro', 70.6, 146.6, 10.5, triple(4, 4, 34))),
      model('iPhone 15', 71.6, 147.6, 10.5, pair(4, 4, 28.5)),
      favorite(model('iPhone 16 Pro Max', 77.6, 163, 11.5, triple(4, 4, 37.5))),
      model('iPhone 16', 71.6, 147.6, 10.5, pill(5.5, 5, 13.5, 30, 2)),
    ],
  },
  {
    name: '华为',
    models: [
      favorite(model('Mate 60 Pro', 79, 163.7, 11, circle(39.5, 27.5, 18.5))),
      model('Mate 60 RS 非凡大师（瑞红 16GB+512GB）', 79, 163.7, 11, circle(39.5, 28, 20)),
      model('Pura 70 Ultra', 75.1, 162.6, 10, triple(4, 4.5, 36)),
      model('nova 12', 75, 161, 9, pill(5, 5, 17, 37, 2)),
    ],
  },
  {
    name: '小米',
    models: [
      favorite(model('小米 14', 71.5, 152.8, 9.5, quad(4, 4, 34))),
      model('小米 14 Ultra（龙晶蓝陶瓷特别版 · 摄影套装专用）', 75.3, 161.4, 9.5, circle(37.6, 27, 21.5)),
      model('Redmi K70 Pro', 75, 160.9, 8.5, bar(4, 5, 67, 24)),
    ],
  },
  {
    name: 'OPPO',
    models: [
      model('Find X7 Ultra', 76.2, 164.3, 10, circle(38.1, 28, 22)),
      model('Reno 11 Pro', 74.2, 162.4, 9.5, pill(5, 5, 20, 43, 3)),
    ],
  },
  {
    name: 'vivo',
    models: [model('X100 Pro', 75.3, 164.1, 10, circle(37.6, 28, 21)), model('S18', 74.4, 162.7, 9, pill(5.5, 5.5, 22, 38, 2))],
  },
]

export interface DemoMaterial {
  readonly name: string
  readonly finish: Finish
  readonly needBackground: boolean
  readonly colors: readonly { readonly name: string; readonly hex: string }[]
  /** Returns whether the shop has the n-th colour for the m-th model; the gaps give the preview selector something to disable. */
  offers(model: number, color: number): boolean
}

export const demoMaterials: readonly DemoMaterial[] = [
  {
    name: '磨砂硬壳',
    finish: 'matte',
    needBackground: false,
    colors: [
      { name: '云雾白', hex: '#f4f3ef' },
      { name: '曜石黑', hex: '#2c2e34' },
      { name: '樱花粉', hex: '#f3c3cf' },
      { name: '远山蓝', hex: '#8fb2cd' },
    ],
    offers: (model, color) => color < 2 || model % 2 === 0,
  },
  {
    name: '透明软壳',
    finish: 'clear',
    needBackground: false,
    colors: [
      { name: '透明', hex: '#e9edf1' },
      { name: '透黑', hex: '#565b64' },
    ],
    offers: (model) => model % 4 < 2,
  },
  {
    name: '镜面玻璃',
    finish: 'glass',
    needBackground: true,
    colors: [
      { name: '珍珠白', hex: '#fbfaf7' },
      { name: '香槟金', hex: '#e6cfa8' },
    ],
    offers: (model) => model % 3 === 0,
  },
]

export const colorsFor = (material: DemoMaterial, model: number): DemoMaterial['colors'] =>
  material.colors.filter((_, color) => material.offers(model, color))

/** Colours that are readable on light and on dark cases. */
export const textColors: readonly string[] = [
  '#000000',
  '#ffffff',
  '#646464',
  '#e53935',
  '#fb8c00',
  '#1e88e5',
  '#43a047',
  '#8e24aa',
]
