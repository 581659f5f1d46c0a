/** Adding and changing shops. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ShopType } from '../../../contract/constants'
import { shopKeys } from '../../api/queries/shops'
import { useApi } from '../../api/services'

interface ShopWrite {
  readonly type: ShopType
  readonly name: string
}

export function useShopMutations() {
  const api = useApi()
  const queries = useQueryClient()
  // The links carry the shops' names too.
  const reload = () => queries.invalidateQueries({ queryKey: shopKeys.all })
  // A failed call may have been obeyed; the reason is not kept waiting for the list.
  const onError = () => void reload()
  const create = useMutation({
    mutationFn: (body: ShopWrite) => api.shops.create({ body }, { quiet: true }),
    onSuccess: reload,
    onError,
  })
  const change = useMutation({
    mutationFn: ({ id, ...body }: Partial<ShopWrite> & { readonly id: number }) =>
      api.shops.update({ params: { id }, body }, { quiet: true }),
    onSuccess: reload,
    onError,
  })
  return { create, change }
}
