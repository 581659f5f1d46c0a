import { memo, type ReactNode } from 'react'
import { materialNameOf, phoneNameOf } from '../../../contract/rules/case-names'
import { downloadStateOf, hasNotice, isOver, isPushed } from '../../../contract/rules/order-state'
import { shapeText } from '../../../contract/rules/print-resolution'
import type { Customization, OrderItem } from '../../../contract/types'
import { beijingMinute } from '../../base/beijing-time'
import { SelectBox } from '../../ui/select-box'
import { factoryNotice, ItemNotice } from './item-notice'
import { type AnyOrder, downloadHints, downloadNames, printOf, pushName } from './order-facts'
import { OrderThumb, ProductPicture } from './order-thumb'
import { OtherPhone } from './other-phone'
import { PrintFileText } from './print-file-text'
import { StatusTag } from './status-tag'
import './item-row.css'
import './status-tag.css'

/** Designs of one item that the list shows; a button opens the rest. */
export const maxDesigns = 4

const pushTones = { none: 'plain', pushing: 'accent', pushed: 'good', failed: 'bad' } as const
const downloadTones = { unfinished: 'plain', drawing: 'plain', undrawn: 'bad', waiting: 'warn', downloaded: 'good' } as const

function PushCell({ push, item }: Pick<AnyOrder, 'push'> & { readonly item: OrderItem }) {
  const notice = factoryNotice(push, item)
  const at = push.at === null ? null : beijingMinute(push.at)
  const hint = [[push.factoryName, at && `北京时间 ${at}`].filter(Boolean).join(' '), push.message].filter(Boolean).join('：')
  return (
    <>
      <StatusTag tone={pushTones[push.status]} title={hint === '' ? undefined : hint}>
        {pushName(push.status)}
      </StatusTag>
      {push.status === 'failed' && push.message && <span className="orders-note is-problem">{push.message}</span>}
      {notice !== null && <span className="orders-note is-problem">{notice}</span>}
      {isPushed({ push }) && push.factoryName && <span className="orders-note is-line">{push.factoryName}</span>}
      {isPushed({ push }) && at && <span className="orders-note is-line numeric">{at.slice('2026-'.length)}</span>}
    </>
  )
}

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

interface ItemRowProps {
  readonly order: AnyOrder
  readonly item: OrderItem
  readonly ticked: boolean
  readonly isChild: boolean
  readonly onTick: (itemId: number) => void
  readonly onOpen: (orderId: number, customizationId?: number) => void
}

/** One item of an order; each of its designs is a line of the same height in every column. */
export const ItemRow = memo(({ order, item, ticked, isChild, onTick, onOpen }: ItemRowProps) => {
  const shown = item.customizations.slice(0, maxDesigns)
  const rest = item.customizations.length - shown.length
  const lines = (render: (one: Customization) => ReactNode) =>
    shown.map((one) => (
      <div key={one.id} className="orders-line">
        {render(one)}
      </div>
    ))
  const pictureCell = (one: Customization, url: string | null, pictureName: string) =>
    url === null ? (
      <span className="orders-none">
        {pictureName === '效果图' ? '无' : one.drawing ? downloadNames[downloadStateOf(one)] : '待定制'}
      </span>
    ) : (
      <OrderThumb url={url} label={`查看${phoneNameOf(one)}的${pictureName}`} onOpen={() => onOpen(order.id, one.id)} />
    )
  return (
    <tr className={`orders-item${ticked ? ' is-selected' : ''}${isChild ? ' is-child' : ''}${hasNotice(item) ? ' is-held' : ''}`}>
      <td className="orders-tick">
        <SelectBox label={`选择「${item.title || item.originalId}」`} checked={ticked} onChange={() => onTick(item.id)} />
      </td>
      <td className="orders-product">
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
      </td>
      <td className="orders-info">
        {shown.length === 0 && <span className="orders-none">无定制</span>}
        {lines((one) => (
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
      </td>
      <td className="orders-picture">{lines((one) => pictureCell(one, one.customizedImageUrl, '定制图'))}</td>
      <td className="orders-picture">{lines((one) => pictureCell(one, one.previewImageUrl, '效果图'))}</td>
      <td className="orders-download">
        {lines((one) => {
          const state = downloadStateOf(one)
          return (
            <StatusTag tone={isOver(item) && state === 'waiting' ? 'plain' : downloadTones[state]} title={downloadHints[state]}>
              {downloadNames[state]}
            </StatusTag>
          )
        })}
      </td>
      <td className="orders-push">
        <div className="orders-line">
          <PushCell push={order.push} item={item} />
        </div>
      </td>
    </tr>
  )
})
