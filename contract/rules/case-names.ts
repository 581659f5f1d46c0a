/** The names of cases, model with brand and material with colour, and of templates. Pure. */

/** Names from an order or from the shop's lists; '' if unknown. */
export interface CaseNames {
  readonly phoneBrandName: string
  readonly phoneModelName: string
  readonly phoneCaseMaterialName: string
  readonly phoneCaseMaterialColorName: string
}

export const unknownPhone = '未知型号'
export const unknownMaterial = '未知材质'

const plain = (text: string): string => text.normalize('NFKC').toLowerCase().replace(/\s+/g, '')
const known = (names: readonly string[]): string[] => names.map((name) => name.trim()).filter((name) => name !== '')

/** Returns brand and model, without unknown ones, and without the brand if the model begins with it. */
export const phoneParts = (brand: string, model: string): readonly string[] =>
  known([plain(model).startsWith(plain(brand)) ? '' : brand, model])

/** Returns the phone's name, such as 苹果 iPhone 15, or 小米 14 instead of 小米 小米 14; '' if neither part is known. */
export const phoneName = (brand: string, model: string): string => phoneParts(brand, model).join(' ')

export const phoneNameOf = ({ phoneBrandName, phoneModelName }: Pick<CaseNames, 'phoneBrandName' | 'phoneModelName'>): string =>
  phoneName(phoneBrandName, phoneModelName) || unknownPhone

/** Returns the names of material and colour, such as 磨砂软壳 · 黑色. */
export const materialNameOf = (names: Pick<CaseNames, 'phoneCaseMaterialName' | 'phoneCaseMaterialColorName'>): string =>
  known([names.phoneCaseMaterialName, names.phoneCaseMaterialColorName]).join(' · ') || unknownMaterial

/** Returns the case's name, such as 苹果 iPhone 15 · 磨砂软壳 · 黑色, without an unknown material or colour. */
export const caseNameOf = (names: CaseNames): string =>
  [phoneNameOf(names), ...known([names.phoneCaseMaterialName, names.phoneCaseMaterialColorName])].join(' · ')

/** Returns a template's name, or its number if it has no name, such as 模板 7. */
export const templateName = ({ id, name }: { readonly id: number; readonly name: string }): string => name.trim() || `模板 ${id}`
