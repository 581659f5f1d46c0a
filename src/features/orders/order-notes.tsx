import { orderTextNames, orderTexts } from '../../../contract/rules/order-texts'
import type { AnyOrder } from './order-facts'
import './order-notes.css'

export const hasNotes = (order: AnyOrder): boolean => orderTextNames.some((name) => order[name] !== null)

/** What the buyer wrote with the order and the seller noted of it: for customized goods it often says what is to be made. */
export function OrderNotes({ order }: { readonly order: AnyOrder }) {
  return (
    <dl className="orders-notes">
      {orderTextNames.map(
        (name) =>
          order[name] !== null && (
            <div key={name}>
              <dt>{orderTexts[name].name}</dt>
              <dd title={order[name]}>{order[name]}</dd>
            </div>
          ),
      )}
    </dl>
  )
}
