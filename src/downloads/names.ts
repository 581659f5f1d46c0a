/** Names the files of a download by the account's rule of six parts, in a folder for each shop. */

import { joinedFileName, type NameLimit, uniqueNames } from '../../contract/ground/file-names'
import { type DownloadRulePart, downloadRuleParts, type NamedPicture, nameParts, partText } from '../../contract/rules/name-parts'
import type { DownloadRules } from '../../contract/types'
import { type DownloadKind, kindNames, type Picture } from './pictures'

/** Longest name with its ending, bytes of UTF-8: file systems allow 255. */
export const maxNameBytes = 200
/**
 * Longest path within an archive, UTF-16 units. Most programs on Windows open paths of up to 259: this leaves 79 for where the archive is
 * unpacked, `C:\\Users\\` with a name of 13 letters, `\\Downloads\\` and a folder named like the archive (55), and some for a folder
 * more or OneDrive.
 */
export const maxPathUnits = 180
/** Longest name of a shop's folder, UTF-16 units: the names of its files keep room for the order numbers. */
export const maxFolderUnits = 40
/** Length of the longest ending, .jpeg. */
const endingLength = 5

/** Returns how long a picture's name without its ending may be in this folder; without one, in the longest. */
const limitIn = (folder: string | null): NameLimit => ({
  bytes: maxNameBytes - endingLength,
  units: maxPathUnits - (folder?.length ?? maxFolderUnits) - 1 - endingLength,
})

const twoDigits = (number: number) => String(number).padStart(2, '0')

export const partNames: Readonly<Record<DownloadRulePart, string>> = {
  ORDER_ID: '订单编号',
  CUSTOMIZATION_INFO: '定制信息',
  ORIGINAL_ID: '平台订单号',
  ORDER_ITEM_INDEX: '商品序号',
  SKU_INDEX: '定制序号',
  QUANTITY: '定制数量',
}

/** Example picture for the names shown in the settings. */
export const samplePicture: NamedPicture = {
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

/**
 * Returns a file's name without its ending, made of these parts. A name that is too long for its folder has its 定制信息 shortened; all other parts stay
 * whole.
 */
export function pictureName(picture: NamedPicture, rules: readonly DownloadRulePart[], folder: string | null = null): string {
  return joinedFileName(nameParts(picture, rules), limitIn(folder), `订单${picture.orderId}`)
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
  const limit: NameLimit = { bytes: maxNameBytes, units: maxFolderUnits }
  const named = ids.map((id) => joinedFileName([{ text: nameOf(id) ?? '' }], limit, `店铺${id}`))
  const [, , ...names] = uniqueNames([summaryName, workbookName, ...named], limit)
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
      own.map(([, picture]) => pictureName(picture, rules, folder)),
      limitIn(folder),
    )
    for (const [position, [index]] of own.entries()) paths[index] = `${folder}/${names[position]}`
  }
  return paths
}

/** Whether a list of platform order numbers lies in each shop's folder. */
export const withOrderIdFile = ({ rules, withOrderIdFile: wanted }: DownloadRules): boolean =>
  wanted && rules[0] === 'ORIGINAL_ID'

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
