/** The cells of the order list; `order-columns.tsx` puts them into columns. */
import { Button } from '@arco-design/web-react'
import { IconRight } from '@arco-design/web-react/icon'
import type { ReactNode } from 'react'
import { materialNameOf, phoneNameOf } from '../../../contract/rules/case-names'
import { downloadStateOf, isOver } from '../../../contract/rules/order-state'
import { shapeText, sharpnessOf } from '../../../contract/rules/print-resolution'
import type { Customization, OrderItem } from '../../../contract/types'
import { beijingMinute, beijingTime } from '../../base/beijing-time'
import { ItemNotice } from './item-notice'
import { type AnyOrder, downloadHints, downloadNames, dpiHints, printOf } from './order-facts'
import { OrderHeadTags } from './order-head-tags'
import { hasNotes, OrderNotes } from './order-notes'
import { OrderNumber } from './order-number'
import { OrderThumb, ProductPicture } from './order-thumb'
import { OtherPhone } from './other-phone'
import { PrintFileText } from './print-file-text'
import { StatusTag } from './status-tag'

/** Facts of an order of a single item, which stand in the row of that item because the order has no line of its own. */
export interface LoneOrder {
  /** 晨曦手机壳（淘宝） */
  readonly shop: string
  readonly isNew: boolean
}

/** An item of an order, with what its cells begin. */
export interface ItemCell {
  readonly order: AnyOrder
  readonly item: OrderItem
  /** Of the narrow row alone; null where the order has a line of its own above its items. */
  readonly lone: LoneOrder | null
  readonly onOpen: (orderId: number, customizationId?: number) => void
}

/** Designs of one item that the list shows; a button opens the rest. */
export const maxDesigns = 4

/** A line for each design that is shown, of the same height in every column. */
export const lines = ({ customizations }: OrderItem, render: (one: Customization, index: number) => ReactNode) =>
  customizations.slice(0, maxDesigns).map((one, index) => (
    <div key={one.id} className="orders-line">
      {render(one, index)}
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

function ProductText({ item }: Pick<ItemCell, 'item'>) {
  return (
    <>
      <span className="orders-title" title={item.title}>
        {item.title || '没有标题的商品'}
      </span>
      <span className="orders-kind">
        <span className="orders-sku" title={item.propertiesName}>
          {item.propertiesName || '无规格'}
        </span>
        <span className={`orders-quantity numeric${item.quantity > 1 ? ' is-many' : ''}`}>×{item.quantity}</span>
      </span>
    </>
  )
}

export function ProductCell({ item }: ItemCell) {
  return (
    <>
      <ProductPicture url={item.imageUrl} />
      <div className="orders-product-text">
        <ProductText item={item} />
        <ItemNotice item={item} />
      </div>
    </>
  )
}

export const NarrowProductCell = ({ item }: ItemCell) => (
  <div className="orders-line">
    <ProductText item={item} />
  </div>
)

/** The number of an order with a single item, its shop and its time. */
export function OrderCell({ order, lone }: ItemCell) {
  if (lone === null) return null
  return (
    <div className="orders-line">
      <OrderNumber number={order.originalId} />
      <span className="orders-from">
        <time
          className="numeric"
          dateTime={new Date(order.createdAt).toISOString()}
          title={`北京时间 ${beijingTime(order.createdAt)}`}
        >
          {beijingMinute(order.createdAt).slice('2026-'.length)}
        </time>
        <span className="orders-shop" title={lone.shop}>
          {lone.shop}
        </span>
      </span>
    </div>
  )
}

/** Offers the rest of the designs of an item that has more than the list shows. */
function MoreDesigns({ order, item, onOpen }: ItemCell) {
  const rest = item.customizations.length - maxDesigns
  if (rest <= 0) return null
  return (
    <button type="button" className="orders-more" onClick={() => onOpen(order.id, item.customizations[maxDesigns]?.id)}>
      还有 {rest} 个定制
    </button>
  )
}

function Phone({ customization }: { readonly customization: Customization }) {
  return (
    <span className="orders-phone" title={phoneNameOf(customization)}>
      {phoneNameOf(customization)}
    </span>
  )
}

function Material({ customization }: { readonly customization: Customization }) {
  return (
    <span className="orders-material" title={materialNameOf(customization)}>
      {materialNameOf(customization)}
    </span>
  )
}

/** Where a model is not in the catalogue, the detail lets the seller choose another one. */
function UnknownModel({ order, customization, onOpen }: Omit<ItemCell, 'item' | 'lone'> & { customization: Customization }) {
  if (customization.modelKnown) return null
  return (
    <button type="button" className="orders-more" onClick={() => onOpen(order.id, customization.id)}>
      不在型号库，去换型号
    </button>
  )
}

/** The case of a design, and what is wrong with it. */
export function DesignCaption({ item, ...cell }: Omit<ItemCell, 'lone'> & { readonly customization: Customization }) {
  const { customization } = cell
  return (
    <>
      <Phone customization={customization} />
      <UnknownModel {...cell} />
      <OtherPhone item={item} customization={customization} />
      <Material customization={customization} />
      <PrintFile customization={customization} />
    </>
  )
}

export function InfoCell(cell: ItemCell) {
  const { item } = cell
  return (
    <>
      {item.customizations.length === 0 && <span className="orders-none">无定制</span>}
      {lines(item, (one) => (
        <DesignCaption {...cell} customization={one} />
      ))}
      <MoreDesigns {...cell} />
    </>
  )
}

export function NarrowInfoCell(cell: ItemCell) {
  const { item } = cell
  return (
    <>
      {item.customizations.length === 0 && <span className="orders-line orders-none">无定制</span>}
      {lines(item, (one) => (
        <>
          <Phone customization={one} />
          <Material customization={one} />
        </>
      ))}
      <MoreDesigns {...cell} />
    </>
  )
}

/** A resolution that is too low, and proportions that do not fit. */
function PrintWarning({ customization }: { readonly customization: Customization }) {
  const print = printOf(customization)
  const dpi = print?.dpi ?? null
  if (print === null || dpi === null) return null
  const level = sharpnessOf(dpi)
  const shape = shapeText(print)
  return (
    <>
      {level !== 'good' && (
        <span className={`orders-dpi numeric is-${level}`} title={dpiHints[level]}>
          {dpi} DPI
        </span>
      )}
      {shape !== null && <span className="orders-dpi numeric is-fair">{shape}</span>}
    </>
  )
}

/** The warnings of an item and its designs, the gravest first, and the marks and notes of a lone order. */
export function AlertsCell(cell: ItemCell) {
  const { order, item, lone } = cell
  const ofItem = (
    <>
      <ItemNotice item={item} />
      {lone !== null && <OrderHeadTags order={order} isNew={lone.isNew} />}
    </>
  )
  const notes = lone !== null && hasNotes(order) && <OrderNotes order={order} />
  if (item.customizations.length === 0) {
    return (
      <div className="orders-line">
        <div className="orders-chips">{ofItem}</div>
        {notes}
      </div>
    )
  }
  return lines(item, (one, index) => (
    <>
      <div className="orders-chips">
        <OtherPhone item={item} customization={one} />
        {index === 0 && ofItem}
        <UnknownModel {...cell} customization={one} />
        <PrintWarning customization={one} />
      </div>
      {index === 0 && notes}
    </>
  ))
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

export const PrintCell = ({ item, ...cell }: ItemCell) =>
  lines(item, (one) => (
    <Picture
      {...cell}
      customization={one}
      url={one.customizedImageUrl}
      name="定制图"
      missing={one.drawing ? downloadNames[downloadStateOf(one)] : '待定制'}
    />
  ))

export const EffectCell = ({ item, ...cell }: ItemCell) =>
  lines(item, (one) => <Picture {...cell} customization={one} url={one.previewImageUrl} name="效果图" missing="无" />)

const downloadTones = { unfinished: 'plain', drawing: 'plain', undrawn: 'bad', waiting: 'warn', downloaded: 'good' } as const

export function DownloadTag({ item, customization }: Pick<ItemCell, 'item'> & { readonly customization: Customization }) {
  const state = downloadStateOf(customization)
  return (
    <StatusTag tone={isOver(item) && state === 'waiting' ? 'plain' : downloadTones[state]} title={downloadHints[state]}>
      {downloadNames[state]}
    </StatusTag>
  )
}

export const DownloadCell = ({ item }: ItemCell) => lines(item, (one) => <DownloadTag item={item} customization={one} />)

/** Opens the detail of a lone order; other orders have the button in their line. */
export function DetailCell({ order, lone, onOpen }: ItemCell) {
  if (lone === null) return null
  return (
    <div className="orders-line">
      <Button
        size="mini"
        type="text"
        icon={<IconRight />}
        aria-label={`订单 ${order.originalId} 的详情`}
        title="详情"
        onClick={() => onOpen(order.id)}
      />
    </div>
  )
}
