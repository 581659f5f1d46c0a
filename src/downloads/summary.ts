/** The table of a download and the lists of order numbers: what lies in the last archive beside the pictures. */
import { printResolution } from '../../contract/rules/print-resolution'
import { mmText, sidesText } from '../../contract/rules/sizes'
import { csvFile } from '../base/csv'
import { xlsxFile } from '../base/xlsx'
import { orderIdFileName, orderIdText, summaryName, undecidedText, workbookName } from './names'
import type { EarlierRows, Result, RunPlan, StoredRun } from './run-record'

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

function resultText(result: Result | undefined): string {
  if (result === undefined) return '没有下载'
  return result.state === 'failed' ? `失败：${result.reason}` : ['成功', ...result.notes].join('；')
}

function rowOf({ plan, results, state }: StoredRun, folders: ReadonlyMap<number, string>, place: number): (string | number)[] {
  const picture = plan.pictures[place]
  if (picture === undefined) return []
  const result = results.get(place)
  const done = result?.state === 'done' ? result : null
  const { widthMm, heightMm } = picture
  const size = done && done.width !== null && done.height !== null ? { width: done.width, height: done.height } : null
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
    state.parts.find(({ number }) => number === done?.part)?.name ?? '',
    done?.entry.name ?? '',
    size ? sidesText(size) : '',
    (size && printResolution(size, picture).dpi) ?? '',
    widthMm === null || heightMm === null ? '' : `${mmText(widthMm)}×${mmText(heightMm)}`,
    picture.hold,
    picture.buyerMessage,
    picture.sellerMemo,
    resultText(result),
  ]
}

/** Lines of pictures, each with its place among all that were ticked together. */
function placedRows(run: StoredRun, wanted: (result: Result | undefined) => boolean): EarlierRows['rows'] {
  const folders = new Map(run.plan.folders)
  const { earlier } = run.plan
  const own = run.plan.pictures.flatMap((_, place) =>
    wanted(run.results.get(place)) ? { place: earlier?.places[place] ?? place, cells: rowOf(run, folders, place) } : [],
  )
  return [...(earlier?.rows ?? []), ...own].sort((a, b) => a.place - b.place)
}

const isIn = (result: Result | undefined): boolean => result?.state === 'done'
const doneOf = ({ plan, results }: StoredRun): EarlierRows['pictures'] => [
  ...(plan.earlier?.pictures ?? []),
  ...plan.pictures.filter((_, place) => isIn(results.get(place))),
]

/**
 * What a second try of some of its pictures repeats of this download.
 *
 * @param again places of those that are tried again.
 */
export function earlierOf(run: StoredRun, again: readonly number[]): EarlierRows {
  const tried = new Set(again.map((place) => run.results.get(place)))
  return {
    rows: placedRows(run, (result) => !tried.has(result)),
    pictures: doneOf(run),
    places: again.map((place) => run.plan.earlier?.places[place] ?? place),
  }
}

/** The table of all pictures, those that failed too, in the order in which they were ticked. */
const table = (run: StoredRun): (readonly (string | number)[])[] => [
  head,
  ...placedRows(run, () => true).map(({ cells }) => cells),
]

/** Lists of the platform's order numbers of the pictures that lie in archives, one for each shop that has some. */
function orderIdFiles(run: StoredRun): { readonly name: string; readonly file: Blob }[] {
  return run.plan.folders.flatMap(([shopId, folder]) => {
    const own = doneOf(run).filter((picture) => picture.shopId === shopId)
    return own.length === 0 ? [] : [{ name: `${folder}/${orderIdFileName}`, file: new Blob([orderIdText(own)]) }]
  })
}

/** What goes into the last archive after the pictures. */
export async function closingFiles(run: StoredRun): Promise<{ readonly name: string; readonly file: Blob }[]> {
  const rows = table(run)
  return [
    ...(run.plan.orderIdFile ? orderIdFiles(run) : []),
    { name: workbookName, file: await xlsxFile(rows, '下载清单') },
    { name: summaryName, file: csvFile(rows) },
  ]
}

/** A line for each picture that failed: the order's number and why. */
export const failureLines = ({
  plan,
  results,
}: Pick<StoredRun, 'results'> & { readonly plan: Pick<RunPlan, 'pictures'> }): string[] =>
  plan.pictures.flatMap(({ platformNumbers }, place) => {
    const result = results.get(place)
    return result?.state === 'failed' ? [`${platformNumbers.join('、')} 失败原因：${result.reason}`] : []
  })
