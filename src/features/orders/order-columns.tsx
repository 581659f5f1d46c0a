/**
 * The columns of the order list: name, width and cell of each in one place. A further column is one entry here; its class is
 * `orders-cell-KEY`, for a cell that is not a line of text.
 */
import type { CSSProperties, ReactNode } from 'react'
import { itemStateRules } from '../../../contract/rules/item-state'
import type { OrderDensity } from '../../../contract/rules/order-layout'
import type { Column } from '../../ui/column'
import {
  AlertsCell,
  DetailCell,
  DownloadCell,
  EffectCell,
  InfoCell,
  type ItemCell,
  NarrowInfoCell,
  NarrowProductCell,
  OrderCell,
  PrintCell,
  ProductCell,
} from './order-cells'
import { PushCell } from './push-cell'

/** Tracks of the grid: in narrow windows (under 1000 px), in usual ones, and in wide ones (from 1600 px). */
interface Tracks {
  readonly narrow?: string
  readonly usual: string
  readonly wide?: string
}

export interface OrderColumn extends Omit<Column<ItemCell>, 'width' | 'align' | 'render'> {
  /** Of the rows with large pictures; absent where the line above the items says it. */
  readonly large?: Tracks & { readonly render: (cell: ItemCell) => ReactNode }
  /** Of the rows of one line. A column that is `folded` is not shown in narrow windows. */
  readonly compact: Tracks & { readonly render: (cell: ItemCell) => ReactNode; readonly folded?: true }
  /** The column under which it stands in narrow windows while that is shown and both are the last, of the rows with large pictures. */
  readonly under?: string
  /** Whether it cannot be hidden, because a row says nothing without it. */
  readonly isEssential?: boolean
  /** Whether it is hidden until the seller wants it. */
  readonly isHiddenAtFirst?: boolean
}

const largePicture = { narrow: '88px', usual: '92px', wide: '132px' }
const smallPicture = { usual: '58px' }

const text = (render: (cell: ItemCell) => { readonly text: string; readonly title?: string | undefined }) => (cell: ItemCell) => {
  const shown = render(cell)
  return (
    <span className="orders-text" title={shown.title}>
      {shown.text}
    </span>
  )
}
const merchantSku = text(({ item }) => ({ text: item.merchantSku ?? '无' }))
const platformState = text(({ item }) => ({ text: itemStateRules[item.state].name, title: item.platformState }))
const push = ({ order, item }: ItemCell) => (
  <div className="orders-line">
    <PushCell push={order.push} item={item} />
  </div>
)

export const orderColumns: readonly OrderColumn[] = [
  {
    key: 'order',
    title: '订单',
    isEssential: true,
    compact: { narrow: '180px', usual: '194px', wide: '200px', render: (cell) => <OrderCell {...cell} /> },
  },
  {
    key: 'product',
    title: '商品',
    isEssential: true,
    large: {
      narrow: 'minmax(0, 1.3fr)',
      // A limit keeps the picture beside its text at any width of the window.
      usual: 'minmax(160px, 560px)',
      wide: 'minmax(200px, 420px)',
      render: (cell) => <ProductCell {...cell} />,
    },
    compact: {
      usual: 'minmax(68px, 0.6fr)',
      wide: 'minmax(96px, 1fr)',
      folded: true,
      render: (cell) => <NarrowProductCell {...cell} />,
    },
  },
  {
    key: 'merchant-sku',
    title: '商家编码',
    foldable: true,
    isHiddenAtFirst: true,
    large: { usual: '104px', render: merchantSku },
    compact: { usual: '96px', render: merchantSku },
  },
  {
    key: 'state',
    title: '平台状态',
    foldable: true,
    isHiddenAtFirst: true,
    large: { usual: '88px', render: platformState },
    compact: { usual: '80px', render: platformState },
  },
  {
    key: 'info',
    title: '定制信息',
    isEssential: true,
    large: { narrow: 'minmax(0, 1fr)', usual: 'minmax(140px, 300px)', render: (cell) => <InfoCell {...cell} /> },
    compact: { narrow: 'minmax(0, 1fr)', usual: 'minmax(116px, 1.6fr)', render: (cell) => <NarrowInfoCell {...cell} /> },
  },
  {
    key: 'print',
    title: '定制图',
    large: { ...largePicture, render: (cell) => <PrintCell {...cell} /> },
    compact: { ...smallPicture, render: (cell) => <PrintCell {...cell} /> },
  },
  {
    key: 'effect',
    title: '效果图',
    large: { ...largePicture, render: (cell) => <EffectCell {...cell} /> },
    compact: { ...smallPicture, folded: true, render: (cell) => <EffectCell {...cell} /> },
  },
  {
    key: 'alerts',
    title: '提醒、留言和备注',
    isEssential: true,
    compact: {
      narrow: 'minmax(0, 1.2fr)',
      usual: 'minmax(92px, 1.4fr)',
      wide: 'minmax(200px, 2fr)',
      render: (cell) => <AlertsCell {...cell} />,
    },
  },
  {
    key: 'download',
    title: '下载状态',
    large: { narrow: '84px', usual: '88px', wide: '104px', render: (cell) => <DownloadCell {...cell} /> },
    compact: { narrow: '76px', usual: '84px', render: (cell) => <DownloadCell {...cell} /> },
  },
  {
    key: 'push',
    title: '推送状态',
    under: 'download',
    large: { narrow: '100px', usual: 'minmax(104px, 1fr)', render: push },
    compact: { narrow: '76px', usual: '84px', wide: '112px', render: push },
  },
]

/** The end of the row of one line: it has no name, and the button of the columns stands above it. */
export const detailCell = (cell: ItemCell) => <DetailCell {...cell} />
const detailTrack = '32px'

/** Whether the column stands under the one before it in narrow windows. */
const isStacked = (columns: readonly OrderColumn[], index: number): boolean => {
  const under = columns[index]?.under
  return under !== undefined && columns[index - 1]?.key === under && index === columns.length - 1
}

/** Classes of the cells of a column, in the head and in the rows. */
export function columnClass(columns: readonly OrderColumn[], index: number, density: OrderDensity): string {
  const column = columns[index]
  const isLarge = density === 'large'
  const place = !isLarge ? '' : isStacked(columns, index) ? ' is-stacked' : isStacked(columns, index + 1) ? ' is-above' : ''
  const folding = column?.foldable ? ' is-foldable' : column?.compact.folded && !isLarge ? ' is-folded' : ''
  return `orders-cell-${column?.key}${place}${folding}`
}

/** The variables of the grid that order-table.css chooses from by the window's width. */
export function gridOf(columns: readonly OrderColumn[], density: OrderDensity): CSSProperties {
  const isLarge = density === 'large'
  const tracksOf = (column: OrderColumn): Tracks => (isLarge ? (column.large ?? column.compact) : column.compact)
  const unfolded = columns.filter(({ foldable }) => !foldable)
  const join = (tracks: readonly string[]) => [...tracks, ...(isLarge ? [] : [detailTrack])].join(' ')
  const narrow = isLarge
    ? unfolded.filter((_, index) => !isStacked(unfolded, index))
    : unfolded.filter(({ compact }) => !compact.folded)
  return {
    '--orders-narrow': join(narrow.map((column) => tracksOf(column).narrow ?? tracksOf(column).usual)),
    '--orders-folded': join(unfolded.map((column) => tracksOf(column).usual)),
    '--orders-usual': join(columns.map((column) => tracksOf(column).usual)),
    '--orders-wide': join(columns.map((column) => tracksOf(column).wide ?? tracksOf(column).usual)),
  } as CSSProperties
}

/** Whether a picture is shown, which makes a line as high as a case. */
export const showsPictures = (columns: readonly OrderColumn[]): boolean =>
  columns.some(({ key }) => key === 'print' || key === 'effect')
