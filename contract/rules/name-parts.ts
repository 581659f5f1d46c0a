/** The parts of which names of print files are made, in downloads and at factories. Pure. */
import { phoneParts } from './case-names'
import { undecidedText } from './pieces'

export const downloadRuleParts = [
  'ORDER_ID',
  'CUSTOMIZATION_INFO',
  'ORIGINAL_ID',
  'ORDER_ITEM_INDEX',
  'SKU_INDEX',
  'QUANTITY',
] as const
export type DownloadRulePart = (typeof downloadRuleParts)[number]

/** A customized image as the parts of its name see it. */
export interface NamedPicture {
  readonly orderId: number
  /** The marketplace's numbers of the orders that show it. */
  readonly platformNumbers: readonly string[]
  /** Counted from 1 within the order, and within the item. */
  readonly itemIndex: number
  readonly skuIndex: number
  /** Null: not decided. */
  readonly quantity: number | null
  readonly brand: string
  readonly model: string
  readonly material: string
  readonly color: string
}

const twoDigits = (number: number) => String(number).padStart(2, '0')

/** Names up to two order numbers; of more it names the first two and the count. */
const numbersText = (numbers: readonly string[]): string =>
  numbers.length > 2 ? `${numbers.slice(0, 2).join('+')}等${numbers.length}单` : numbers.join('+')

/** Returns the text of each part for a picture. */
export const partText: Readonly<Record<DownloadRulePart, (picture: NamedPicture) => string>> = {
  ORDER_ID: ({ orderId }) => String(orderId),
  CUSTOMIZATION_INFO: ({ brand, model, material, color }) =>
    [...phoneParts(brand, model), material, color].filter((text) => text !== '').join('-'),
  ORIGINAL_ID: ({ platformNumbers }) => numbersText(platformNumbers),
  ORDER_ITEM_INDEX: ({ itemIndex }) => String(itemIndex),
  SKU_INDEX: ({ skuIndex }) => twoDigits(skuIndex),
  QUANTITY: ({ quantity }) => (quantity === null ? undecidedText : `定制${quantity}张`),
}

/** Returns the parts of a picture's name in this order. A name that is too long has its 定制信息 shortened; all other parts stay whole. */
export const nameParts = (picture: NamedPicture, rules: readonly DownloadRulePart[]) =>
  rules.map((part) => ({ text: partText[part](picture), neverShortened: part !== 'CUSTOMIZATION_INFO' }))
