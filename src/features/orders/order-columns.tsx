/**
 * The columns of the order list: name, width and cell of each in one place. A further column is one entry here; its class is
 * `orders-cell-KEY`, for a cell that is not a line of text.
 */
import type { CSSProperties, ReactNode } from 'react'
import { materialNameOf, phoneNameOf } from '../../../contract/rules/case-names'
import { itemStateRules } from '../../../contract/rules/item-state'
import { downloadStateOf, isOver } from '../../../contract/rules/order-state'
import { shapeText } from '../../../contract/rules/print-resolution'
import type { Customization, OrderItem } from '../../../contract/types'
import type { Column } from '../../ui/column'
import { ItemNotice } from './item-notice'
import { type AnyOrder, downloadHints, downloadNames, printOf } from './order-facts'
import { OrderThumb, ProductPicture } from './order-thumb'
import { OtherPhone } from './other-phone'
import { PrintFileText } from './print-file-text'
import { PushCell } from './push-cell'
import { StatusTag } from './status-tag'

/** An item of an order, with what its cells begin. */
export interface ItemCell {
  readonly order: AnyOrder
  readonly item: OrderItem
  readonly onOpen: (orderId: number, customizationId?: number) => void
}

export interface OrderColumn extends Omit<Column<ItemCell>, 'width' | 'align'> {
  /**
   * Tracks of the grid: in narrow windows (under 1000 px), in usual ones, and in wide ones (from 1600 px). A foldable column is not
   * shown under 1180 px.
   */
  readonly tracks: { readonly narrow?: string; readonly usual: string; readonly wide?: string }
  /** The column under which it stands in narrow windows while that is shown: both are the last. */
  readonly under?: string
  /** Whether it cannot be hidden, because a row says nothing without it. */
  readonly isEssential?: boolean
  /** Whether it is hidden until the seller wants it. */
  readonly isHiddenAtFirst?: boolean
}

/** Designs of one item that the list shows; a button opens the rest. */
export const maxDesigns = 4

const downloadTones = { unfinished: 'plain', drawing: 'plain', undrawn: 'bad', waiting: 'warn', downloaded: 'good' } as const

/** A line for each design that is shown, of the same height in every column. */
const lines = ({ customizations }: OrderItem, render: (one: Customization) => ReactNode) =>
  customizations.slice(0, maxDesigns).map((one) => (
    <div key={one.id} className="orders-line">
      {render(one)}
    </div>
  ))

function PrintFile({ customization }: { readonly customization: Customization }) {
  const print = printOf(customization)
  if (print === null) return null
  const shape = print.dpi === null ? null : shapeText(print)
  return (
    <>
      <span className="orders-print numeric">
        <PrintFileText customization={customization} isJudged />
      </span>
      {shape !== null && <span className="orders-dpi numeric is-fair">{shape}</span>}
    </>
  )
}

function ProductCell({ item }: ItemCell) {
  return (
    <>
      <ProductPicture url={item.imageUrl} />
      <div className="orders-product-text">
        <span className="orders-title" title={item.title}>
          {item.title || '没有标题的商品'}
        </span>
        <span className="orders-kind">
          <span className="orders-sku" title={item.propertiesName}>
            {item.propertiesName || '无规格'}
          </span>
          <span className={`orders-quantity numeric${item.quantity > 1 ? ' is-many' : ''}`}>×{item.quantity}</span>
        </span>
        <ItemNotice item={item} />
      </div>
    </>
  )
}

function InfoCell({ order, item, onOpen }: ItemCell) {
  const rest = item.customizations.length - maxDesigns
  return (
    <>
      {item.customizations.length === 0 && <span className="orders-none">无定制</span>}
      {lines(item, (one) => (
        <>
          <span className="orders-phone" title={phoneNameOf(one)}>
            {phoneNameOf(one)}
          </span>
          {!one.modelKnown && (
            <button type="button" className="orders-more" onClick={() => onOpen(order.id, one.id)}>
              不在型号库，去换型号
            </button>
          )}
          <OtherPhone item={item} customization={one} />
          <span className="orders-material" title={materialNameOf(one)}>
            {materialNameOf(one)}
          </span>
          <PrintFile customization={one} />
        </>
      ))}
      {rest > 0 && (
        <button type="button" className="orders-more" onClick={() => onOpen(order.id, item.customizations[maxDesigns]?.id)}>
          还有 {rest} 个定制
        </button>
      )}
    </>
  )
}

interface PictureProps extends Pick<ItemCell, 'order' | 'onOpen'> {
  readonly customization: Customization
  readonly url: string | null
  readonly name: string
  /** Shown without a picture. */
  readonly missing: string
}

function Picture({ order, customization, url, name, missing, onOpen }: PictureProps) {
  return url === null ? (
    <span className="orders-none">{missing}</span>
  ) : (
    <OrderThumb
      url={url}
      label={`查看${phoneNameOf(customization)}的${name}`}
      onOpen={() => onOpen(order.id, customization.id)}
    />
  )
}

function DownloadTag({ item, customization }: { readonly item: OrderItem; readonly customization: Customization }) {
  const state = downloadStateOf(customization)
  return (
    <StatusTag tone={isOver(item) && state === 'waiting' ? 'plain' : downloadTones[state]} title={downloadHints[state]}>
      {downloadNames[state]}
    </StatusTag>
  )
}

const pictureTracks = { narrow: '88px', usual: '92px', wide: '132px' }

export const orderColumns: readonly OrderColumn[] = [
  {
    key: 'product',
    title: '商品',
    // A limit keeps the picture beside its text at any width of the window.
    tracks: { narrow: 'minmax(0, 1.3fr)', usual: 'minmax(160px, 560px)', wide: 'minmax(200px, 420px)' },
    isEssential: true,
    render: (cell) => <ProductCell {...cell} />,
  },
  {
    key: 'merchant-sku',
    title: '商家编码',
    tracks: { usual: '104px' },
    foldable: true,
    isHiddenAtFirst: true,
    render: ({ item }) => <span className="orders-text">{item.merchantSku ?? '无'}</span>,
  },
  {
    key: 'state',
    title: '平台状态',
    tracks: { usual: '88px' },
    foldable: true,
    isHiddenAtFirst: true,
    render: ({ item }) => (
      <span className="orders-text" title={item.platformState}>
        {itemStateRules[item.state].name}
      </span>
    ),
  },
  {
    key: 'info',
    title: '定制信息',
    tracks: { narrow: 'minmax(0, 1fr)', usual: 'minmax(140px, 300px)' },
    isEssential: true,
    render: (cell) => <InfoCell {...cell} />,
  },
  {
    key: 'print',
    title: '定制图',
    tracks: pictureTracks,
    render: ({ item, ...cell }) =>
      lines(item, (one) => (
        <Picture
          {...cell}
          customization={one}
          url={one.customizedImageUrl}
          name="定制图"
          missing={one.drawing ? downloadNames[downloadStateOf(one)] : '待定制'}
        />
      )),
  },
  {
    key: 'effect',
    title: '效果图',
    tracks: pictureTracks,
    render: ({ item, ...cell }) =>
      lines(item, (one) => <Picture {...cell} customization={one} url={one.previewImageUrl} name="效果图" missing="无" />),
  },
  {
    key: 'download',
    title: '下载状态',
    tracks: { narrow: '84px', usual: '88px', wide: '104px' },
    render: ({ item }) => lines(item, (one) => <DownloadTag item={item} customization={one} />),
  },
  {
    key: 'push',
    title: '推送状态',
    tracks: { narrow: '100px', usual: 'minmax(104px, 1fr)' },
    under: 'download',
    render: ({ order, item }) => (
      <div className="orders-line">
        <PushCell push={order.push} item={item} />
      </div>
    ),
  },
]

/** The seller's choices, by the keys of columns. */
export type ColumnChoices = Readonly<Record<string, boolean>>

export const isShown = ({ key, isEssential, isHiddenAtFirst }: OrderColumn, choices: ColumnChoices): boolean =>
  isEssential === true || (choices[key] ?? !isHiddenAtFirst)

/** Whether the column stands under the one before it in narrow windows. */
const isStacked = (columns: readonly OrderColumn[], index: number): boolean => {
  const under = columns[index]?.under
  return under !== undefined && columns[index - 1]?.key === under
}

/** Classes of the cells of a column, in the head and in the rows. */
export function columnClass(columns: readonly OrderColumn[], index: number): string {
  const place = isStacked(columns, index) ? ' is-stacked' : isStacked(columns, index + 1) ? ' is-above' : ''
  return `orders-cell-${columns[index]?.key}${place}${columns[index]?.foldable ? ' is-foldable' : ''}`
}

/** The variables of the grid that order-table.css chooses from by the window's width. */
export function gridOf(columns: readonly OrderColumn[]): CSSProperties {
  const unfolded = columns.filter(({ foldable }) => !foldable)
  const join = (tracks: readonly string[]) => tracks.join(' ')
  const narrow = unfolded.flatMap(({ tracks }, index) => (isStacked(unfolded, index) ? [] : (tracks.narrow ?? tracks.usual)))
  return {
    '--orders-narrow': join(narrow),
    '--orders-folded': join(unfolded.map(({ tracks }) => tracks.usual)),
    '--orders-usual': join(columns.map(({ tracks }) => tracks.usual)),
    '--orders-wide': join(columns.map(({ tracks }) => tracks.wide ?? tracks.usual)),
  } as CSSProperties
}

/** Whether a picture is shown, which makes a line as high as a case. */
export const showsPictures = (columns: readonly OrderColumn[]): boolean =>
  columns.some(({ key }) => key === 'print' || key === 'effect')
