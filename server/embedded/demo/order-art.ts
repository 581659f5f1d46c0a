/** Pictures of the demo's orders: the print file of a design on a case, and the effect image of the case. */
import { mmToPx } from '../../../contract/rules/lengths'
import { printDpi } from '../../../contract/rules/print-resolution'
import { backArt, caseSize, frontArt, printMask } from './case-art'
import { composedArt, type Placed } from './compose'
import { type DemoDesign, demoCanvas, demoCollections } from './designs'
import { type DemoMaterial, type DemoModel, demoBrands, demoMaterials } from './shop-data'

/** A design on a case of the shop. */
export interface OrderedCase {
  readonly brandName: string
  readonly model: DemoModel
  readonly material: DemoMaterial
  readonly color: DemoMaterial['colors'][number]
  readonly design: DemoDesign
}

type Layers = readonly (Placed & { readonly url: string })[]

function find<T>(list: readonly T[], matches: (entry: T) => boolean, name: string): T {
  const found = list.find(matches)
  if (found === undefined) throw new Error(`the demo shop has no ${name} to order`)
  return found
}

function ordered(brandName: string, modelName: string, colorName: string, designName: string): OrderedCase {
  const brand = find(demoBrands, ({ name }) => name === brandName, brandName)
  const [material] = demoMaterials
  if (!material) throw new Error('the demo shop has no material to order')
  return {
    brandName,
    model: find(brand.models, ({ name }) => name === modelName, modelName),
    material,
    color: find(material.colors, ({ name }) => name === colorName, colorName),
    design: find(
      demoCollections.flatMap(({ designs }) => designs),
      ({ name }) => name === designName,
      designName,
    ),
  }
}

/** A few cases, shared by all orders, because each is drawn at full size. */
export const orderedCases = [
  ordered('苹果', 'iPhone 15 Pro', '云雾白', '喵星人日常'),
  ordered('华为', 'Mate 60 Pro', '曜石黑', '宇航漫游'),
  ordered('小米', '小米 14', '樱花粉', '草莓兔'),
  ordered('苹果', 'iPhone 16 Pro Max', '曜石黑', '龙行大吉'),
] as const

const nameOf = ({ model, design }: OrderedCase): string => `${design.name}-${model.name}`
export const printKey = (of: OrderedCase): string => `定制图-${nameOf(of)}`
export const effectKey = (of: OrderedCase): string => `效果图-${nameOf(of)}`

/** Draws the whole case at 300 dpi, transparent where nothing is printed. */
export function printArt({ model }: OrderedCase, layers: Layers): string {
  const { widthMm, heightMm } = caseSize(model)
  const px = (mm: number): number => Math.round(mmToPx(mm, printDpi.assumed))
  const design = composedArt(demoCanvas, layers, { width: widthMm, height: heightMm })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${px(widthMm)}" height="${px(heightMm)}" viewBox="0 0 ${widthMm} ${heightMm}" preserveAspectRatio="none">${printMask(model)}<g mask="url(#print)">${design}</g></svg>`
}

/** Draws the design on the case, under the parts that cover it. */
export function effectArt({ model, material, color }: OrderedCase, layers: Layers): string {
  const { width, height } = caseSize(model)
  const design = composedArt(demoCanvas, layers, { width, height })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${backArt(model, material.finish, color.hex)}${design}${frontArt(model)}</svg>`
}
