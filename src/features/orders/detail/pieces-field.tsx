import { Button, InputNumber } from '@arco-design/web-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { piecesOf } from '../../../../contract/rules/pieces'
import type { OrderItem } from '../../../../contract/types'
import { orderKeys } from '../../../api/queries/orders'
import { useApi } from '../../../api/services'
import { FailureText } from '../../../ui/failure-view'
import { toastSuccess } from '../../../ui/toast'
import { phoneText } from '../order-facts'

interface PiecesFieldProps {
  readonly orderId: number
  readonly item: OrderItem
}

/** 件数: how many are made of each design, where what was bought does not say it. Kept with the order, also when it is synced again. */
export function PiecesField({ orderId, item }: PiecesFieldProps) {
  const api = useApi()
  const queries = useQueryClient()
  const { quantity, customizations } = item
  const decided = piecesOf(item)
  const [typed, setTyped] = useState<ReadonlyMap<number, number>>(decided ?? new Map())
  const save = useMutation({
    mutationFn: () => {
      const pieces = customizations.map(({ id }) => ({ customizationId: id, pieces: typed.get(id) ?? 0 }))
      return api.orders.decidePieces({ params: { id: orderId, itemId: item.id }, body: { pieces } }, { quiet: true })
    },
    onSuccess: async () => {
      toastSuccess('件数已保存')
      await queries.invalidateQueries({ queryKey: orderKeys.all })
    },
  })
  // The numbers of such an item say it themselves.
  if (piecesOf({ ...item, decidedPieces: null }) !== null || customizations.length === 0) return null
  const sum = customizations.reduce((all, { id }) => all + (typed.get(id) ?? 0), 0)
  const isSame = decided !== null && customizations.every(({ id }) => decided.get(id) === typed.get(id))
  return (
    <fieldset className="order-pieces">
      <legend>{decided === null ? '件数待定：每个定制做几件？' : '每个定制的件数'}</legend>
      {customizations.map((one, place) => (
        <div key={one.id} className="order-pieces-line">
          <span>
            定制 {place + 1}：{phoneText(one)}
          </span>
          <InputNumber
            size="mini"
            min={0}
            max={quantity}
            precision={0}
            aria-label={`定制 ${place + 1} 的件数`}
            {...(typed.has(one.id) && { value: typed.get(one.id) })}
            onChange={(pieces) => setTyped(new Map(typed).set(one.id, Number.isFinite(pieces) ? pieces : 0))}
          />
        </div>
      ))}
      <div className="order-pieces-line">
        <span className={`numeric${sum === quantity ? '' : ' is-open'}`} role="status">
          共 {sum}/{quantity} 件
        </span>
        <Button
          size="mini"
          type="primary"
          disabled={sum !== quantity || isSame}
          loading={save.isPending}
          onClick={() => save.mutate()}
        >
          保存件数
        </Button>
      </div>
      {save.isError && (
        <p className="order-pieces-problem" role="alert">
          <FailureText error={save.error} />
        </p>
      )}
    </fieldset>
  )
}
