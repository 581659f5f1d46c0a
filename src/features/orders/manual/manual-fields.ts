/** The fields of an order that is written by hand, what is missing in them, and the body of the call. Pure. */
import { manualOrderLimits } from '../../../../contract/rules/limits'
import type { ManualOrderCreate, ManualOrderUpdate, OrderDetail } from '../../../../contract/types'

export interface ManualPicture {
  readonly fileId: number
  readonly name: string
  /** Address of the stored picture. */
  readonly url: string
}

export interface ManualLine {
  /** Unique in the form. */
  readonly key: string
  /** The item that it changes; null for a new line. */
  readonly itemId: number | null
  /** A line of the order that is left as it is, with words for it. */
  readonly kept: string | null
  /** Why it can be neither changed nor deleted; null if it can. */
  readonly lock: string | null
  /** Whether the stored line has a design, which stays unless another picture is chosen. */
  readonly hasDesign: boolean
  readonly title: string
  readonly brandId: number | null
  readonly phoneModelId: number | null
  readonly materialColorId: number | null
  readonly quantity: number | null
  readonly design: 'picture' | 'code' | 'later'
  readonly picture: ManualPicture | null
  readonly code: string
}

export interface ManualFields {
  shopId: number | null
  originalId: string
  lines: readonly ManualLine[]
  buyerMessage: string
  sellerMemo: string
}

export const newLine = (key: string, like?: ManualLine): ManualLine => ({
  key,
  itemId: null,
  kept: null,
  lock: null,
  hasDesign: false,
  title: like?.title ?? '',
  brandId: like?.brandId ?? null,
  phoneModelId: null,
  materialColorId: like?.materialColorId ?? null,
  quantity: 1,
  design: 'picture',
  picture: null,
  code: '',
})

const lockWords = { charged: '已经扣点，不能修改', pushed: '已经推送，不能修改' } as const

/** Returns the lines of a stored order, each left as it is until the seller changes it. */
export const storedLines = ({ orderItems }: Pick<OrderDetail, 'orderItems'>): readonly ManualLine[] =>
  orderItems.map((item) => {
    const [made] = item.customizations
    const lock = item.customizations.find(({ designLock }) => designLock !== null)?.designLock ?? null
    return {
      ...newLine(String(item.id)),
      itemId: item.id,
      kept: `${item.title || '商品'}（${item.propertiesName}）×${item.quantity}`,
      lock: lock === null ? null : lockWords[lock],
      hasDesign: item.customizations.length > 0,
      title: item.title,
      brandId: made?.phoneBrandId ?? null,
      phoneModelId: made?.phoneModelId ?? null,
      materialColorId: made?.phoneCaseMaterialColorId ?? null,
      quantity: item.quantity,
      design: 'later',
    }
  })

const lineProblem = (line: ManualLine): string | null => {
  if (line.kept !== null) return null
  if (line.phoneModelId === null) return '请选择型号'
  if (line.materialColorId === null) return '请选择材质和颜色'
  if (
    line.quantity === null ||
    !Number.isInteger(line.quantity) ||
    line.quantity < 1 ||
    line.quantity > manualOrderLimits.quantity
  )
    return `数量须为 1 到 ${manualOrderLimits.quantity} 的整数`
  if (line.design === 'picture' && line.picture === null) return '请上传定制图，或选择“以后再说”'
  return line.design === 'code' && line.code.trim() === '' ? '请填写定制编号，或选择“以后再说”' : null
}

/** Says what is missing in the first line that lacks something; null when nothing is. */
export function linesProblem(lines: readonly ManualLine[]): string | null {
  if (lines.length === 0) return '请至少写一个商品'
  const at = lines.findIndex((line) => lineProblem(line) !== null)
  const [line] = at < 0 ? [] : [lines[at]]
  return line === undefined ? null : `第 ${at + 1} 个商品：${lineProblem(line)}`
}

type LineBody = ManualOrderCreate['lines'][number]
function designOf({ design, picture, code }: ManualLine): LineBody['design'] {
  if (design === 'picture' && picture !== null) return { kind: 'picture', fileId: picture.fileId }
  return design === 'code' ? { kind: 'code', code: code.trim() } : { kind: 'later' }
}
const lineBody = (line: ManualLine): LineBody => ({
  title: line.title.trim(),
  phoneModelId: line.phoneModelId ?? 0,
  materialColorId: line.materialColorId ?? 0,
  quantity: line.quantity ?? 0,
  design: designOf(line),
})
const textsOf = ({ buyerMessage, sellerMemo }: ManualFields) => ({
  buyerMessage: buyerMessage || null,
  sellerMemo: sellerMemo || null,
})

/** @param proposed the number that the form proposed: the server gives the next one in its place, so that no two orders get it. */
export const createBody = (fields: ManualFields, shopId: number, proposed: string | undefined): ManualOrderCreate => {
  const number = fields.originalId.trim()
  return {
    shopId,
    originalId: number === '' || number === proposed ? null : number,
    ...textsOf(fields),
    lines: fields.lines.map(lineBody),
  }
}

export const updateBody = (fields: ManualFields): ManualOrderUpdate => ({
  ...textsOf(fields),
  lines: fields.lines.map((line) =>
    line.kept !== null && line.itemId !== null ? { itemId: line.itemId, keep: true } : { ...lineBody(line), itemId: line.itemId },
  ),
})
