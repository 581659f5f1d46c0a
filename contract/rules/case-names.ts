/** How a case is called: its model with the brand, its material with the colour. Pure. */

/** Names as an order or the shop's own lists know them; '' where one is not known. */
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

/** Brand and model, each where it is known and says something new: a model that begins with its brand says both. */
export const phoneParts = (brand: string, model: string): readonly string[] =>
  known([plain(model).startsWith(plain(brand)) ? '' : brand, model])

/** 苹果 iPhone 15; 小米 14 is not called 小米 小米 14. '' where neither is known. */
export const phoneName = (brand: string, model: string): string => phoneParts(brand, model).join(' ')

export const phoneNameOf = ({ phoneBrandName, phoneModelName }: Pick<CaseNames, 'phoneBrandName' | 'phoneModelName'>): string =>
  phoneName(phoneBrandName, phoneModelName) || unknownPhone

/** 磨砂软壳 · 黑色 */
export const materialNameOf = (names: Pick<CaseNames, 'phoneCaseMaterialName' | 'phoneCaseMaterialColorName'>): string =>
  known([names.phoneCaseMaterialName, names.phoneCaseMaterialColorName]).join(' · ') || unknownMaterial

/** 苹果 iPhone 15 · 磨砂软壳 · 黑色; a material that is not known is left out. */
export const caseNameOf = (names: CaseNames): string =>
  [phoneNameOf(names), ...known([names.phoneCaseMaterialName, names.phoneCaseMaterialColorName])].join(' · ')
