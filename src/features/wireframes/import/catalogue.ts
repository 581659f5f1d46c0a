/** The part of the catalogue that an import reads, and how names are resolved to its rows. Pure. */
import type { MaterialColor, PhoneBrand, PhoneCaseMaterial, PhoneModel, Sku, Wireframe } from '../../../../contract/types'
import { colorPresets } from '../../../ui/case-colors'
import { type Combination, normalizeName } from './file-name'

export type CatalogueWireframe = Pick<Wireframe, 'id' | 'width' | 'height' | 'layers' | 'printArea' | 'widthMm' | 'heightMm'>

export interface Catalogue {
  readonly brands: readonly Pick<PhoneBrand, 'id' | 'name'>[]
  /** Models of the brands that the files name. */
  readonly models: readonly Pick<PhoneModel, 'id' | 'phoneBrandId' | 'name'>[]
  readonly materials: readonly Pick<PhoneCaseMaterial, 'id' | 'name' | 'needBackground' | 'colors'>[]
  /** SKUs of those models, in the materials and colours that the files name. */
  readonly skus: readonly Pick<Sku, 'phoneModelId' | 'materialColorId' | 'wireframeId'>[]
  readonly wireframes: readonly CatalogueWireframe[]
}

interface NamedRow {
  readonly name: string
}

const rowsNamed = <T extends NamedRow>(rows: readonly T[], name: string): readonly T[] =>
  rows.filter((row) => normalizeName(row.name) === name)

export type CatalogueRows<C extends Catalogue = Catalogue> = {
  readonly brand?: C['brands'][number]
  readonly model?: C['models'][number]
  readonly material?: C['materials'][number]
  readonly color?: Pick<MaterialColor, 'id' | 'name'>
}

/**
 * The brand with this name. Names need not be unique: of several brands, the first that has the model, otherwise the first. So a
 * repeated import finds the rows that it made.
 */
export function findBrand<B extends NamedRow & { readonly id: number }>(
  brands: readonly B[],
  models: Catalogue['models'],
  { brand, model }: Pick<Combination, 'brand' | 'model'>,
): B | undefined {
  const sameNamed = rowsNamed(brands, brand)
  return sameNamed.find(({ id }) => findModel(models, id, model)) ?? sameNamed[0]
}

export const findModel = <M extends NamedRow & { readonly phoneBrandId: number }>(
  models: readonly M[],
  brandId: number,
  name: string,
): M | undefined => models.find((row) => row.phoneBrandId === brandId && normalizeName(row.name) === name)

/** The material with this name: of several, the first that has the colour, otherwise the first. */
export function findMaterial<M extends NamedRow & { readonly colors: readonly NamedRow[] }>(
  materials: readonly M[],
  { material, color }: Pick<Combination, 'material' | 'color'>,
): M | undefined {
  const sameNamed = rowsNamed(materials, material)
  return sameNamed.find(({ colors }) => findColor(colors, color)) ?? sameNamed[0]
}

export const findColor = <C extends NamedRow>(colors: readonly C[], name: string): C | undefined => rowsNamed(colors, name)[0]

export function findRows(catalogue: Catalogue, combination: Combination): CatalogueRows {
  const brand = findBrand(catalogue.brands, catalogue.models, combination)
  const material = findMaterial(catalogue.materials, combination)
  const model = brand && findModel(catalogue.models, brand.id, combination.model)
  const color = material && findColor(material.colors, combination.color)
  return { ...(brand && { brand }), ...(model && { model }), ...(material && { material }), ...(color && { color }) }
}

export const findSku = ({ skus }: Catalogue, { model, color }: CatalogueRows): Catalogue['skus'][number] | undefined =>
  model && color && skus.find((row) => row.phoneModelId === model.id && row.materialColorId === color.id)

/** The current wireframe of the combination; null when it has none, or no SKU yet. */
export function findWireframe(catalogue: Catalogue, rows: CatalogueRows): CatalogueWireframe | null {
  const sku = findSku(catalogue, rows)
  return catalogue.wireframes.find(({ id }) => id === sku?.wireframeId) ?? null
}

/** A name without differences of case, width and spaces: iPhone15 and iPhone 15 become equal. */
const normalizedForComparison = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s/g, '')

/** A row whose name differs only in case, width or spaces: it is probably meant, and would be made a second time. */
export const findSimilarName = <T extends NamedRow>(rows: readonly T[], name: string): T | undefined =>
  rows.find((row) => normalizedForComparison(row.name) === normalizedForComparison(name))

/** Maps words in a colour's name to the preset with the nearest colour. */
const presetByWord: readonly (readonly [RegExp, string])[] = [
  [/黑/, '曜石黑'],
  [/白|透明/, '雪域白'],
  [/灰|银/, '雾霾灰'],
  [/金/, '玫瑰金'],
  [/粉/, '樱花粉'],
  [/红/, '中国红'],
  [/橙|橘/, '蜜桔橙'],
  [/黄/, '柠檬黄'],
  [/绿|青/, '薄荷绿'],
  [/蓝/, '远峰蓝'],
  [/紫/, '香芋紫'],
  [/棕|咖|褐/, '奶茶棕'],
]

const presetHex = (name: string | undefined): string | undefined => colorPresets.find((preset) => preset.name === name)?.hex

/**
 * Background of a new colour: that of the preset its name means, otherwise white's. The dry run shows it, and the form of the
 * colour can change it.
 */
export const backgroundFor = (colorName: string): string =>
  presetHex(colorName) ?? presetHex(presetByWord.find(([word]) => word.test(colorName))?.[1]) ?? '#fafafa'
