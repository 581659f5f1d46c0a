/** Mutations of shops; each invalidates the queries that show them. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ShopType } from '../../../contract/rules/shop-types'
import { shopKeys } from '../../api/queries/shops'
import { useApi } from '../../api/services'

interface ShopWrite {
  readonly type: ShopType
  readonly name: string
}

export function useShopMutations() {
  const api = useApi()
  const queries = useQueryClient()
  // The lists of links contain the shops' names too.
  const reload = () => queries.invalidateQueries({ queryKey: shopKeys.all })
  // The server may have carried out a failed call, so read again; do not wait for it, since the failure is shown at once.
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
