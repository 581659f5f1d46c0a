/**
 * Rows as the API answers them, for tests of every program: a test names what it is about, and a new property of a row is written here
 * and in its own test.
 */
import type { MaterialColor, PhoneBrand, PhoneCaseMaterial, PhoneModel, Sku, Wireframe } from '../types'

export const brandRow = (of: Partial<PhoneBrand> = {}): PhoneBrand => ({ id: 1, name: '小米', next: null, ...of })

export const modelRow = (of: Partial<PhoneModel> = {}): PhoneModel => ({
  id: 2,
  phoneBrandId: 1,
  name: '小米14',
  favorited: false,
  next: null,
  ...of,
})

export const colorRow = (of: Partial<MaterialColor> = {}): MaterialColor => ({
  id: 4,
  name: '黑',
  defaultBackgroundColor: null,
  enabled: true,
  next: null,
  ...of,
})

export const materialRow = (of: Partial<PhoneCaseMaterial> = {}): PhoneCaseMaterial => ({
  id: 3,
  name: '硅胶',
  needBackground: false,
  look: 'glossy',
  effectPose: 'front',
  whiteInk: 'profile',
  colors: [],
  next: null,
  ...of,
})

/** A SKU of the rows above, without a wireframe and off shelf. */
export const skuRow = (of: Partial<Sku> = {}): Sku => ({
  id: 1,
  phoneBrandId: 1,
  phoneModelId: 2,
  materialId: 3,
  materialColorId: 4,
  wireframeId: null,
  standard: null,
  enabled: false,
  ...of,
})

/** A wireframe of 300 × 600 px without pictures, print area and size in millimetres. */
export const wireframeRow = (of: Partial<Wireframe> = {}): Wireframe => ({
  id: 50,
  width: 300,
  height: 600,
  layers: [],
  printArea: null,
  widthMm: null,
  heightMm: null,
  standard: null,
  ...of,
})
