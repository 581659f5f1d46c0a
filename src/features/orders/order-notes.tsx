import { orderTextNames, orderTexts } from '../../../contract/rules/order-texts'
import type { AnyOrder } from './order-facts'
import './order-notes.css'

export const hasNotes = (order: AnyOrder): boolean => orderTextNames.some((name) => order[name] !== null)

/** The buyer's message and the seller's memo: for customized goods they often say what is to be made. */
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
