import { IconImageClose } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { materialNameOf, phoneNameOf } from '../../../../contract/rules/case-names'
import type { OrderDetail, OrderItem } from '../../../../contract/types'
import { thumbnailUrl } from '../../../api/file-url'
import { ItemNotice } from '../item-notice'
import { statusName } from '../order-facts'
import { OtherPhone } from '../other-phone'
import { StatusTag } from '../status-tag'
import { ChangeSettled } from './change-settled'
import { PiecesField } from './pieces-field'

interface DesignListProps {
  readonly order: OrderDetail
  readonly chosen: number | null
  readonly onChoose: (customizationId: number) => void
}

/** A small picture. If it does not load, the large view beside it tells why. */
function Thumb({ url }: { readonly url: string | null }) {
  const [broken, setBroken] = useState(false)
  return (
    <span className={`order-list-picture${url === null || broken ? ' is-missing' : ' picture-box'}`}>
      {broken && <IconImageClose />}
      {url !== null && !broken && (
        <img src={thumbnailUrl(url, 100)} alt="" loading="lazy" decoding="async" onError={() => setBroken(true)} />
      )}
    </span>
  )
}

interface ItemDesignsProps extends Omit<DesignListProps, 'order'> {
  readonly orderId: number
  readonly item: OrderItem
  /** Ids of designs listed above this item: a merged order already shows those of its child orders. */
  readonly listedAbove: ReadonlySet<number>
}

function ItemDesigns({ orderId, item, listedAbove, chosen, onChoose }: ItemDesignsProps) {
  const notListedAbove = item.customizations.filter(({ id }) => !listedAbove.has(id))
  return (
    <li className="order-list-item">
      <span className="order-list-title" title={item.title}>
        {item.title || '没有标题的商品'}
      </span>
      <span className="order-list-sku">
        {item.propertiesName || '无规格'} <span className="numeric">×{item.quantity}</span>
      </span>
      <span className="order-list-notice">
        <ItemNotice item={item} />
        <ChangeSettled orderId={orderId} item={item} />
      </span>
      {item.customizations.length === 0 && <span className="order-list-sku">无定制</span>}
      {notListedAbove.length < item.customizations.length && <span className="order-list-sku">定制同上</span>}
      {notListedAbove.map((customization) => {
        const url = customization.customizedImageUrl ?? customization.previewImageUrl
        return (
          <button
            key={customization.id}
            type="button"
            className="order-list-design"
            aria-pressed={customization.id === chosen}
            onClick={() => onChoose(customization.id)}
          >
            <Thumb url={url} />
            <span className="order-list-words">
              <span className="order-list-phone">{phoneNameOf(customization)}</span>
              <span className="order-list-sku">{materialNameOf(customization)}</span>
              <OtherPhone item={item} customization={customization} />
              {customization.remakeOf !== null && <StatusTag>重做</StatusTag>}
              {item.customizations.some(({ remakeOf }) => remakeOf === customization.id) && <StatusTag>已重做</StatusTag>}
            </span>
          </button>
        )
      })}
      {notListedAbove.length > 0 && <PiecesField orderId={orderId} item={item} />}
    </li>
  )
}

/** Lists every item of an order and of its child orders, with their designs to choose from. */
export function DesignList({ order, chosen, onChoose }: DesignListProps) {
  const ownCustomizationIds = new Set(order.orderItems.flatMap(({ customizations }) => customizations.map(({ id }) => id)))
  const noIds: ReadonlySet<number> = new Set()
  const orderAndChildren = [{ ...order, isChild: false }, ...order.childOrders.map((child) => ({ ...child, isChild: true }))]
  return (
    <nav className="order-list" aria-label="订单里的商品">
      {orderAndChildren
        .filter(({ orderItems }) => orderItems.length > 0)
        .map(({ id, originalId, mergeSplitStatus, orderItems, isChild }) => (
          <section key={id} aria-label={isChild ? `子订单 ${originalId}` : '本订单的商品'}>
            {isChild && (
              <p className="order-list-child numeric">
                {statusName(mergeSplitStatus)} {originalId}
              </p>
            )}
            <ul>
              {orderItems.map((item) => (
                <ItemDesigns
                  key={item.id}
                  orderId={id}
                  item={item}
                  listedAbove={isChild ? ownCustomizationIds : noIds}
                  chosen={chosen}
                  onChoose={onChoose}
                />
              ))}
            </ul>
          </section>
        ))}
    </nav>
  )
}
