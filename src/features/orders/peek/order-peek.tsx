import { Button } from '@arco-design/web-react'
import { IconClose, IconDown, IconUp } from '@arco-design/web-react/icon'
import { phoneNameOf } from '../../../../contract/rules/case-names'
import type { Customization, Order } from '../../../../contract/types'
import { resolveFileUrl, sharpUrl, thumbnailUrl } from '../../../api/file-url'
import { beijingMinute } from '../../../base/beijing-time'
import { VisuallyHidden } from '../../../ui/visually-hidden'
import { ItemNotice } from '../item-notice'
import { DesignCaption, DownloadTag } from '../order-cells'
import { type AnyOrder, orderSummary } from '../order-facts'
import { OrderHeadTags } from '../order-head-tags'
import { hasNotes, OrderNotes } from '../order-notes'
import { OrderNumber } from '../order-number'
import { PushCell } from '../push-cell'
import { useHeldPictures } from '../use-held-pictures'
import './peek.css'

interface OrderPeekProps {
  readonly order: Order
  /** The orders of the page, for those before and after it. */
  readonly orders: readonly Order[]
  /** 晨曦手机壳（淘宝） */
  readonly shop: string
  readonly onShow: (orderId: number) => void
  readonly onOpen: (orderId: number, customizationId?: number) => void
  readonly onClose: () => void
}

/** Width at which a picture is drawn, CSS px. */
const shownWidthPx = 240

const printUrl = ({ customizedImageUrl: url, customizedImage }: Customization) =>
  url === null ? null : customizedImage === null ? resolveFileUrl(url) : sharpUrl(url, customizedImage.width, shownWidthPx)
const effectUrl = ({ previewImageUrl: url }: Customization) => (url === null ? null : thumbnailUrl(url, 400))

/** The shape of a case before its picture has come, so that nothing moves then. */
const shapeOf = ({ customizedImage, widthMm, heightMm }: Customization) =>
  customizedImage !== null
    ? `${customizedImage.width} / ${customizedImage.height}`
    : widthMm !== null && heightMm !== null
      ? `${widthMm} / ${heightMm}`
      : '1 / 2'

const urlsOf = (order: Order | undefined) =>
  (order?.orderItems ?? []).flatMap(({ customizations }) => customizations.slice(0, 2).flatMap((one) => printUrl(one) ?? []))

function Design({ customization }: { readonly customization: Customization }) {
  const name = phoneNameOf(customization)
  const pictures = [
    { title: '定制图', url: printUrl(customization) },
    { title: '效果图', url: effectUrl(customization) },
  ]
  return (
    <div className="order-peek-pictures">
      {pictures.map(
        ({ title, url }) =>
          url !== null && (
            <figure key={title}>
              <div className="picture-box">
                <img
                  key={url}
                  src={url}
                  alt={`${name}的${title}`}
                  decoding="async"
                  style={{ aspectRatio: shapeOf(customization) }}
                />
              </div>
              <figcaption>{title}</figcaption>
            </figure>
          ),
      )}
      {pictures.every(({ url }) => url === null) && <p className="order-peek-none">还没有定制图</p>}
    </div>
  )
}

function Part({ order, onOpen }: Pick<OrderPeekProps, 'onOpen'> & { readonly order: AnyOrder }) {
  return (
    <>
      {hasNotes(order) && <OrderNotes order={order} />}
      {order.orderItems.map((item) => (
        <section key={item.id} className="order-peek-item">
          <h2>
            {item.title || '没有标题的商品'}
            <span className={`orders-quantity numeric${item.quantity > 1 ? ' is-many' : ''}`}>×{item.quantity}</span>
          </h2>
          {item.propertiesName !== '' && <p className="order-peek-sku">{item.propertiesName}</p>}
          <div className="order-peek-tags">
            <ItemNotice item={item} />
            <PushCell push={order.push} item={item} />
          </div>
          {item.customizations.map((one) => (
            <div key={one.id} className="order-peek-design">
              <div className="order-peek-caption">
                <DesignCaption order={order} item={item} customization={one} onOpen={onOpen} />
                <DownloadTag item={item} customization={one} />
              </div>
              <Design customization={one} />
            </div>
          ))}
          {item.customizations.length === 0 && <p className="order-peek-none">无定制</p>}
        </section>
      ))}
    </>
  )
}

/** 速览: what an order is about, with large pictures, beside the list. The focus stays in the list, whose keys go from order to order. */
export default function OrderPeek({ order, orders, shop, onShow, onOpen, onClose }: OrderPeekProps) {
  const index = orders.indexOf(order)
  const [before, after] = [orders[index - 1], orders[index + 1]]
  useHeldPictures([...urlsOf(after), ...urlsOf(before)])
  return (
    <section className="order-peek" aria-label="订单速览">
      <header>
        <OrderNumber number={order.originalId} />
        <VisuallyHidden>
          <span role="status">
            正在速览订单 {order.originalId}，这一页的第 {index + 1} 个，共 {orders.length} 个
          </span>
        </VisuallyHidden>
        <span className="order-peek-buttons">
          <Button
            size="mini"
            type="text"
            icon={<IconUp />}
            aria-label="上一单"
            title="上一单（↑）"
            disabled={before === undefined}
            onClick={() => before && onShow(before.id)}
          />
          <Button
            size="mini"
            type="text"
            icon={<IconDown />}
            aria-label="下一单"
            title="下一单（↓）"
            disabled={after === undefined}
            onClick={() => after && onShow(after.id)}
          />
          <Button size="mini" type="outline" title="订单详情（Enter）" onClick={() => onOpen(order.id)}>
            详情
          </Button>
          <Button
            size="mini"
            type="text"
            icon={<IconClose />}
            aria-label="关闭速览"
            title="关闭（空格或 Esc）"
            onClick={onClose}
          />
        </span>
      </header>
      <div className="order-peek-body" key={order.id}>
        <p className="order-peek-facts numeric">
          {[shop, `${beijingMinute(order.createdAt)} 下单`, orderSummary(order)].join(' · ')}
        </p>
        <div className="order-peek-tags">
          <OrderHeadTags order={order} isNew={false} />
        </div>
        <Part order={order} onOpen={onOpen} />
        {order.orderItems.length === 0 && order.childOrders.map((child) => <Part key={child.id} order={child} onOpen={onOpen} />)}
      </div>
    </section>
  )
}
