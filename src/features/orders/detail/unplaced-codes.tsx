import { Alert, Button } from '@arco-design/web-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { OrderItem, UnplacedCode } from '../../../../contract/types'
import { orderKeys } from '../../../api/queries/orders'
import { useApi } from '../../../api/services'
import { FailureText } from '../../../ui/failure-view'
import { toastSuccess } from '../../../ui/toast'
import { type AnyOrder, itemsOf } from '../order-facts'
import { ItemChoice } from './item-choice'

interface UnplacedCodesProps {
  readonly order: AnyOrder
}

/** The codes that an order and its parts name and whose designs are not in it: each with its reason, and where it can be put. */
export function UnplacedCodes({ order }: UnplacedCodesProps) {
  const parts = [order, ...(order.childOrders ?? [])]
  return parts.flatMap((part) =>
    part.unplacedCodes.map((unplaced) => (
      <Unplaced key={`${part.id} ${unplaced.designId}`} orderId={part.id} unplaced={unplaced} items={itemsOf(order)} />
    )),
  )
}

interface UnplacedProps {
  readonly orderId: number
  readonly unplaced: UnplacedCode
  readonly items: readonly OrderItem[]
}

/** Reasons for which the design itself stays where it is, so that only a copy can be put here. */
const needsCopy = ({ reason }: UnplacedCode): boolean => reason === 'again' || reason === 'elsewhere'

function Unplaced({ orderId, unplaced, items }: UnplacedProps) {
  const api = useApi()
  const queries = useQueryClient()
  const choices = items.filter(({ id }) => unplaced.itemIds.includes(id))
  const [chosen, setChosen] = useState<number | null>(null)
  const [only] = choices
  const itemId = choices.length === 1 && only ? only.id : chosen
  const isCopy = needsCopy(unplaced)
  const place = useMutation({
    mutationFn: (orderItemId: number) =>
      isCopy
        ? api.buyerDesigns.copy({ params: { id: unplaced.designId }, body: { orderId, orderItemId } }, { quiet: true })
        : api.buyerDesigns.bind({ body: { code: unplaced.code, orderId, orderItemId } }, { quiet: true }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: orderKeys.all })
      toastSuccess(isCopy ? '已复制一份放进订单' : '已绑定，定制图在订单里了')
    },
  })
  return (
    <Alert
      type={unplaced.asks ? 'warning' : 'info'}
      content={
        <>
          {unplaced.text}
          {place.isError && (
            <p className="order-rendering-failure">
              <FailureText error={place.error} />
            </p>
          )}
        </>
      }
      action={
        choices.length > 0 && (
          <span className="order-unplaced">
            {choices.length > 1 && <ItemChoice items={choices} value={chosen} onChange={setChosen} />}
            <Button
              size="small"
              type={unplaced.asks ? 'primary' : 'secondary'}
              disabled={itemId === null}
              loading={place.isPending}
              onClick={() => itemId !== null && place.mutate(itemId)}
            >
              {isCopy ? '再来一单' : '绑定'}
            </Button>
          </span>
        )
      }
    />
  )
}
