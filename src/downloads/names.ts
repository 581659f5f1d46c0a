/** Names the files of a download by the account's rule of six parts, in a folder for each shop. */
import { type DownloadRulePart, downloadRuleParts } from '../../contract/constants'
import { phoneParts } from '../../contract/rules/case-names'
import { undecidedText } from '../../contract/rules/pieces'
import type { DownloadRules } from '../../contract/types'
import { joinedFileName, safeFileName, uniqueNames } from '../base/file-names'
import { type DownloadKind, kindNames, type Picture } from './pictures'

/** Longest name with its ending, bytes of UTF-8. File systems allow 255; the margin is for a longer folder path. */
export const maxNameBytes = 200
/** Length of the longest ending, .jpeg. */
const endingBytes = 5

const twoDigits = (number: number) => String(number).padStart(2, '0')

export const partNames: Readonly<Record<DownloadRulePart, string>> = {
  ORDER_ID: '订单编号',
  CUSTOMIZATION_INFO: '定制信息',
  ORIGINAL_ID: '平台订单号',
  ORDER_ITEM_INDEX: '商品序号',
  SKU_INDEX: '定制序号',
  QUANTITY: '定制数量',
}

type Named = Pick<
  Picture,
  'orderId' | 'platformNumbers' | 'itemIndex' | 'skuIndex' | 'quantity' | 'brand' | 'model' | 'material' | 'color'
>

/** Names up to two order numbers; of more it names the first two and the count. */
const numbersText = (numbers: readonly string[]): string =>
  numbers.length > 2 ? `${numbers.slice(0, 2).join('+')}等${numbers.length}单` : numbers.join('+')

const partText: Readonly<Record<DownloadRulePart, (picture: Named) => string>> = {
  ORDER_ID: ({ orderId }) => String(orderId),
  CUSTOMIZATION_INFO: ({ brand, model, material, color }) =>
    [...phoneParts(brand, model), material, color].filter((text) => text !== '').join('-'),
  ORIGINAL_ID: ({ platformNumbers }) => numbersText(platformNumbers),
  ORDER_ITEM_INDEX: ({ itemIndex }) => String(itemIndex),
  SKU_INDEX: ({ skuIndex }) => twoDigits(skuIndex),
  QUANTITY: ({ quantity }) => (quantity === null ? undecidedText : `定制${quantity}张`),
}

/** Example picture for the names shown in the settings. */
export const samplePicture: Named = {
  orderId: 10_086,
  platformNumbers: ['2612345678901234567'],
  itemIndex: 1,
  skuIndex: 1,
  quantity: 2,
  brand: '苹果',
  model: 'iPhone 15 Pro',
  material: '硅胶',
  color: '黑色',
}
export const partSamples = Object.fromEntries(downloadRuleParts.map((part) => [part, partText[part](samplePicture)])) as Readonly<
  Record<DownloadRulePart, string>
>

/** Returns the saved sequence of parts, or the default one if any of the six is missing. Repeated parts count once. */
export function effectiveRules(saved: readonly DownloadRulePart[]): readonly DownloadRulePart[] {
  const known = [...new Set(saved)].filter((part) => downloadRuleParts.includes(part))
  return known.length === downloadRuleParts.length ? known : downloadRuleParts
}

/** Returns a file's name without its ending. A name that is too long has its 定制信息 shortened; all other parts stay whole. */
export function pictureName(picture: Named, rules: readonly DownloadRulePart[]): string {
  const parts = effectiveRules(rules).map((part) => ({
    text: partText[part](picture),
    neverShortened: part !== 'CUSTOMIZATION_INFO',
  }))
  return joinedFileName(parts, maxNameBytes - endingBytes, `订单${picture.orderId}`)
}

/** The table is written as a workbook and as CSV for other programs. */
export const summaryName = '下载清单.csv'
export const workbookName = '下载清单.xlsx'
export const orderIdFileName = '平台订单号.txt'

/** Returns the folder of each shop; shops with the same name get different folders. */
export function shopFolders(
  shopIds: readonly number[],
  nameOf: (shopId: number) => string | undefined,
): ReadonlyMap<number, string> {
  const ids = [...new Set(shopIds)].sort((a, b) => a - b)
  // The tables lie beside the folders, so no folder may have their names.
  const [, , ...names] = uniqueNames([summaryName, workbookName, ...ids.map((id) => safeFileName(nameOf(id) ?? '', `店铺${id}`))])
  return new Map(ids.map((id, index) => [id, names[index] ?? `店铺${id}`]))
}

/** Returns each picture's path without its ending, unique in the whole download, as archives may be unpacked together. */
export function picturePaths(
  pictures: readonly Picture[],
  rules: readonly DownloadRulePart[],
  folders: ReadonlyMap<number, string>,
): string[] {
  const paths = new Array<string>(pictures.length)
  for (const [shopId, folder] of folders) {
    const own = [...pictures.entries()].filter(([, picture]) => picture.shopId === shopId)
    const names = uniqueNames(
      own.map(([, picture]) => pictureName(picture, rules)),
      maxNameBytes - endingBytes,
    )
    for (const [position, [index]] of own.entries()) paths[index] = `${folder}/${names[position]}`
  }
  return paths
}

/** Whether a list of platform order numbers lies in each shop's folder. */
export const withOrderIdFile = ({ rules, withOrderIdFile: wanted }: DownloadRules): boolean =>
  wanted && effectiveRules(rules)[0] === 'ORIGINAL_ID'

/** Returns the platform order numbers, sorted, each once, one per line. */
export function orderIdText(pictures: readonly Pick<Picture, 'platformNumbers'>[]): string {
  const ids = [...new Set(pictures.flatMap(({ platformNumbers }) => platformNumbers))]
  // Compare lengths first: the numbers exceed 2^53 and are therefore sorted as texts.
  ids.sort((a, b) => a.length - b.length || (a < b ? -1 : a > b ? 1 : 0))
  return ids.map((id) => `${id}\r\n`).join('')
}

/** Formats a time as yyyyMMddHHmmss in the seller's time zone. */
export function timestamp(now: Date): string {
  const parts = [now.getMonth() + 1, now.getDate(), now.getHours(), now.getMinutes(), now.getSeconds()]
  return `${now.getFullYear()}${parts.map(twoDigits).join('')}`
}

/** Returns the name of an archive, such as 定制图_20261121180503_1.zip. */
export const archiveName = (kind: DownloadKind, stamp: string, number: number): string =>
  `${kindNames[kind]}_${stamp}_${number}.zip`
