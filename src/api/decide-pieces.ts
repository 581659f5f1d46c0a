import { useMutation, useQueryClient } from '@tanstack/react-query'
import { orderKeys } from './queries/orders'
import { useApi } from './services'

/** Saves the seller's number of pieces for each design of an order item, by customization. */
export function useDecidePieces(orderId: number, itemId: number, onSaved?: () => void) {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (pieces: ReadonlyMap<number, number>) =>
      api.orders.decidePieces(
        {
          params: { id: orderId, itemId },
          body: { pieces: [...pieces].map(([customizationId, count]) => ({ customizationId, pieces: count })) },
        },
        { quiet: true },
      ),
    onSuccess: async () => {
      onSaved?.()
      await queries.invalidateQueries({ queryKey: orderKeys.all })
    },
  })
}
