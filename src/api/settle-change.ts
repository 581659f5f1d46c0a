import { useMutation, useQueryClient } from '@tanstack/react-query'
import { orderKeys } from './queries/orders'
import { useApi } from './services'

/** Ends the notice of a buyer's change of an item; the text is the one that the seller has read. */
export function useSettleChange(orderId: number, itemId: number, onSettled: () => void) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (text: string) => api.orders.settleChange({ params: { id: orderId, itemId }, body: { text } }),
    onSuccess: onSettled,
    // After a refusal, too: the buyer has changed the item again.
    onSettled: () => queries.invalidateQueries({ queryKey: orderKeys.all }),
  })
}
