/** Makes the table of a download and the lists of order numbers, which are put into the last archive beside the pictures. */
import { undecidedText } from '../../contract/rules/pieces'
import { printResolution } from '../../contract/rules/print-resolution'
import { mmText, sidesText } from '../../contract/rules/sizes'
import { csvFile } from '../base/csv'
import type { DownloadContents } from './download-record'
import { orderIdFileName, orderIdText, summaryName, workbookName } from './names'
import { xlsxFile } from './xlsx'

const head = [
  '店铺',
  '平台订单号',
  '合并单号',
  '订单编号',
  '商品',
  '商家编码',
  '商品序号',
  '品牌',
  '型号',
  '材质',
  '颜色',
  '数量',
  '压缩包',
  '文件名',
  '像素',
  'dpi',
  '尺寸(mm)',
  '平台提示',
  '买家留言',
  '卖家备注',
  '结果',
]

type Row = DownloadContents['items'][number]

function resultText({ state, error, result }: Row): string {
  if (state === 'failed') return `失败：${error}`
  return state === 'done' ? ['成功', ...(result?.notes ?? [])].join('；') : '没有下载'
}

function cellsOf(item: Row, parts: DownloadContents['parts'], folders: ReadonlyMap<number, string>): (string | number)[] {
  const { picture } = item.input
  const { widthMm, heightMm } = picture
  const packed = item.state === 'done' ? item.result : undefined
  const { width, height } = packed ?? { width: null, height: null }
  const size = width !== null && height !== null ? { width, height } : null
  return [
    folders.get(picture.shopId) ?? '',
    picture.platformNumbers.join('、'),
    picture.platformNumbers.includes(picture.orderOriginalId) ? '' : picture.orderOriginalId,
    picture.orderId,
    picture.itemTitle,
    picture.merchantSku,
    picture.itemIndex,
    picture.brand,
    picture.model,
    picture.material,
    picture.color,
    picture.quantity ?? undecidedText,
    parts.find(({ number }) => number === packed?.part)?.name ?? '',
    packed?.entry.name ?? '',
    size ? sidesText(size) : '',
    (size && printResolution(size, picture).dpi) ?? '',
    widthMm === null || heightMm === null ? '' : `${mmText(widthMm)}×${mmText(heightMm)}`,
    picture.hold,
    picture.buyerMessage,
    picture.sellerMemo,
    resultText(item),
  ]
}

/** Returns the table of all pictures, including failed ones, in the order in which they were ticked. */
function table({ plan, items, parts }: DownloadContents): (readonly (string | number)[])[] {
  const folders = new Map(plan.folders)
  return [head, ...items.map((item) => cellsOf(item, parts, folders))]
}

/** Returns a list of platform order numbers for each shop that has pictures in the archives. */
function orderIdFiles({ plan, items }: DownloadContents): { readonly name: string; readonly file: Blob }[] {
  const packed = items.flatMap(({ state, input }) => (state === 'done' ? input.picture : []))
  return plan.folders.flatMap(([shopId, folder]) => {
    const own = packed.filter((picture) => picture.shopId === shopId)
    return own.length === 0 ? [] : [{ name: `${folder}/${orderIdFileName}`, file: new Blob([orderIdText(own)]) }]
  })
}

/** Returns the files that are added to the last archive after the pictures. */
export async function closingFiles(contents: DownloadContents): Promise<{ readonly name: string; readonly file: Blob }[]> {
  const rows = table(contents)
  return [
    ...(contents.plan.orderIdFile ? orderIdFiles(contents) : []),
    { name: workbookName, file: await xlsxFile(rows, '下载清单') },
    { name: summaryName, file: csvFile(rows) },
  ]
}

/** Returns a line for each failed picture, with its order numbers and the reason. */
export const failureLines = (items: DownloadContents['items']): string[] =>
  items.flatMap(({ state, error, input }) =>
    state === 'failed' ? [`${input.picture.platformNumbers.join('、')} 失败原因：${error}`] : [],
  )
