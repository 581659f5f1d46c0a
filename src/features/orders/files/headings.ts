/** Recognises the columns of order files by their headings, and the marketplace by those that only it writes. Pure. */
import type { ShopType } from '../../../../contract/rules/shop-types'
import { cellText, type Row } from '../../../tables/cells'
import { plainHeading, type TableKind } from '../../../tables/table-kind'

/** Facts of an order or of a line that a file may hold, with the words of the screen. */
export const fileFields = {
  orderNo: '订单号',
  lineNo: '子订单号',
  createdAt: '下单时间',
  paidAt: '付款时间',
  shipUntil: '发货期限',
  productId: '商品编号',
  skuId: '规格编号',
  title: '商品标题',
  choice: '商品规格',
  quantity: '数量',
  merchantSku: '商家编码',
  buyerMessage: '买家留言',
  sellerMemo: '卖家备注',
  state: '订单状态',
  afterSale: '售后状态',
  underReview: '是否审核中',
  flag: '旗帜',
  isGift: '是否赠品',
  picture: '定制图',
} as const
export type FileField = keyof typeof fileFields
export const fileFieldNames = Object.keys(fileFields) as FileField[]

/** Headings of each field that mean the same on every marketplace; the first one that a file has counts. */
const commonAliases: Readonly<Record<FileField, readonly string[]>> = {
  orderNo: ['主订单编号', '订单编号', '订单号', '线上订单号'],
  lineNo: ['子订单编号'],
  createdAt: ['订单创建时间', '订单提交时间', '订单下单时间', '下单时间', '订单成交时间', '成交时间'],
  paidAt: ['订单付款时间', '支付完成时间', '支付时间', '订单支付时间', '付款确认时间', '付款时间'],
  shipUntil: ['应发货时间', '承诺发货时间'],
  productId: ['商品id', '商品编码(平台)', 'offerid'],
  skuId: ['样式id', 'skuid'],
  title: ['标题', '商品标题', '宝贝标题', '选购商品', '商品', '商品名称', '货品标题'],
  choice: ['商品属性', '商品规格', '颜色及规格', '货品种类', '规格'],
  quantity: ['购买数量', '商品数量', '商品数量(件)', '成交数量', '订购数量', '数量'],
  merchantSku: [
    '商家编码-规格维度',
    '商家编码-sku维度',
    'sku编码(自定义)',
    '商家编码',
    'sku编码',
    '规格编码',
    '单品货号',
    '货号',
    '商品编码',
  ],
  buyerMessage: ['买家留言', '主订单买家留言', '买家备注', '用户备注'],
  sellerMemo: ['商家备注', '商家备忘', '主订单备注', '包裹备注信息', '卖家备注'],
  state: ['订单状态', '状态'],
  afterSale: ['退款状态', '售后状态', '商品售后', '退货退款'],
  underReview: ['是否审核中'],
  flag: ['旗帜', '旗帜颜色', '备注旗帜', '卖家备注旗帜', '商家备注旗帜', '备注标签', '打标颜色', '包裹备注标记', '星标'],
  isGift: ['是否赠品', '是否为赠品'],
  picture: ['定制预览图'],
}

export type PresetId =
  | 'taobao-lines'
  | 'taobao-orders'
  | 'doudian'
  | 'pinduoduo'
  | 'wechat'
  | 'jd'
  | 'kuaishou'
  | 'xiaohongshu'
  | '1688'
  | 'other'

export interface Preset {
  readonly id: PresetId
  readonly name: string
  readonly shopType: ShopType | null
  /** Its headings are not proven by whole files: the seller is asked to check. */
  readonly isTrial: boolean
  /** Headings that tell the file from others. */
  readonly marks: readonly string[]
  /** Headings that mean a field here and another one, or nothing, elsewhere; they come before the common ones. */
  readonly aliases?: Partial<Readonly<Record<FileField, readonly string[]>>>
  /** Its rows name no lines: they say more of orders that are known. */
  readonly hasNoLines?: true
  /** An order is of one choice: two equal rows are the same line. */
  readonly hasOneLine?: true
}

export const presets: readonly Preset[] = [
  {
    id: 'taobao-lines',
    name: '淘宝宝贝报表',
    shopType: 'TAOBAO',
    isTrial: false,
    marks: ['购买数量', '外部系统编号', '商品属性', '套餐信息', '主订单买家留言', '分阶段订单信息', '子订单编号', '主订单编号'],
    aliases: { merchantSku: ['商家编码', '外部系统编号'], sellerMemo: ['主订单备注', '商家备注'] },
  },
  {
    id: 'taobao-orders',
    name: '淘宝订单报表',
    shopType: 'TAOBAO',
    isTrial: false,
    marks: ['买家会员名', '宝贝标题', '宝贝种类', '宝贝总数量', '店铺id', '修改后的sku', '订单关闭原因'],
    aliases: { sellerMemo: ['商家备忘', '商家备注', '订单备注'], orderNo: ['订单编号'] },
    hasNoLines: true,
  },
  {
    id: 'doudian',
    name: '抖店商品维度报表',
    shopType: 'DOUDIAN',
    isTrial: false,
    marks: ['选购商品', '订单提交时间', '支付完成时间', '达人id', '达人昵称', '订单应付金额'],
  },
  {
    id: 'pinduoduo',
    name: '拼多多订单',
    shopType: 'PINDUODUO',
    isTrial: false,
    hasOneLine: true,
    marks: [
      '商品数量(件)',
      '样式id',
      '商家实收金额(元)',
      '多多支付立减金额(元)',
      '用户实付金额(元)',
      '商家编码-规格维度',
      '商家编码-sku维度',
      '订单成交时间',
      '团id',
      '商品总价(元)',
    ],
  },
  {
    id: 'wechat',
    name: '微信小店订单',
    shopType: 'WECHAT_STORE',
    isTrial: false,
    marks: [
      '订单下单时间',
      '打标颜色',
      '商品编码(平台)',
      '商品编码(自定义)',
      'sku编码(自定义)',
      '商品价格(单件)',
      '礼物单号',
      '商品售后',
    ],
    aliases: { merchantSku: ['sku编码(自定义)', '商品编码(自定义)'] },
  },
  {
    id: 'jd',
    name: '京东订单',
    shopType: 'JD',
    isTrial: true,
    marks: ['订购数量', '京东价', '下单帐号', '商家备注等级', '结算金额', '付款确认时间'],
    aliases: { buyerMessage: ['订单备注'], sellerMemo: ['商家备注'] },
  },
  {
    id: 'kuaishou',
    name: '快手订单',
    shopType: 'KUAISHOU',
    isTrial: true,
    hasOneLine: true,
    marks: ['成交数量', '快递费', '退货退款', '订单支付时间'],
  },
  {
    id: 'xiaohongshu',
    name: '小红书订单',
    shopType: 'XIAOHONGSHU',
    isTrial: true,
    marks: ['小红书编码', '用户应付金额(元)', '用户备注', '包裹备注标记', '包裹备注信息'],
  },
  {
    id: '1688',
    name: '1688 订单',
    shopType: 'ALIBABA',
    isTrial: true,
    marks: ['买家公司名', '卖家公司名', '货品标题', 'offerid', '货品种类', '单品货号', '货品总价(元)'],
  },
  { id: 'other', name: '其他表格', shopType: null, isTrial: true, marks: [] },
]
const other = presets.at(-1) as Preset
export const presetOf = (id: PresetId): Preset => presets.find((preset) => preset.id === id) ?? other

const headingsOf = (row: Row): string[] => row.map((cell) => plainHeading(cellText(cell)))

const everyHeading = new Set([
  ...Object.values(commonAliases).flat(),
  ...presets.flatMap(({ marks, aliases = {} }) => [...marks, ...Object.values(aliases).flat()]),
])
/** The tables of orders, for those who read tables. */
export const orderTable: TableKind = {
  name: '订单',
  headingHits: (row) => new Set(headingsOf(row).filter((heading) => everyHeading.has(heading))).size,
}

/** Returns the preset with the most marks among the headings of a file; the general one when none has two there. */
export function recognise(headings: Row): Preset {
  const present = new Set(headingsOf(headings))
  const hits = presets.map(({ marks }) => marks.filter((mark) => present.has(mark)).length)
  const best = Math.max(...hits)
  return best < 2 ? other : (presets[hits.indexOf(best)] ?? other)
}

/** The column of each field: its index; null where the file does not say it. */
export type Columns = Readonly<Record<FileField, number | null>>

/**
 * Returns the columns by their headings. A heading that stands twice is not chosen: `doubtful` names the fields that the seller has to
 * choose a column for.
 */
export function guessColumns(
  headings: Row,
  preset: Preset,
): { readonly columns: Columns; readonly doubtful: readonly FileField[] } {
  const present = headingsOf(headings)
  const doubtful: FileField[] = []
  const columnOf = (field: FileField): number | null => {
    const wanted = [...(preset.aliases?.[field] ?? []), ...commonAliases[field]]
    const heading = wanted.find((alias) => present.includes(alias))
    if (heading === undefined) return null
    if (present.indexOf(heading) === present.lastIndexOf(heading)) return present.indexOf(heading)
    doubtful.push(field)
    return null
  }
  const columns = Object.fromEntries(fileFieldNames.map((field) => [field, columnOf(field)])) as unknown as Columns
  return { columns, doubtful }
}
