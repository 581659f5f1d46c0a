/** Mutations of products and their configurations; each invalidates what it changes. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { productKeys } from '../../api/queries/products'
import { useApi } from '../../api/services'
import { batchesOf } from '../../base/batches'
import type { SettingContent } from '../../customization-settings/setting-draft'
import type { Target } from './sku-rows'

export interface NewProduct {
  readonly originalId: string
  readonly title: string
  readonly imageUrl: string
  readonly skus: readonly { readonly originalId: string; readonly propertiesName: string }[]
}

/** Most targets of one copying call. */
const targetsPerCall = 1000

export function useProductMutations(shopId: number) {
  const api = useApi()
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: productKeys.ofShop(shopId) })
  const reloadSettings = () => queries.invalidateQueries({ queryKey: productKeys.settings(shopId) })
  // The server may have carried out a failed call, so read again; do not wait for it, since the failure is shown at once.
  const create = useMutation({
    mutationFn: ({ skus, ...product }: NewProduct) =>
      api.products.create({ body: { ...product, skus: [...skus], shopId } }, { quiet: true }),
    onSuccess: reload,
    onError: () => void reload(),
  })
  const remove = useMutation({
    mutationFn: (id: number) => api.products.remove({ params: { id } }),
    onSettled: reload,
  })

  const copyTo = async (from: Target, to: readonly Target[]) => {
    for (const some of batchesOf(to, targetsPerCall)) {
      await api.customizationSettings.copy({ body: { shopId, from, to: [...some] } }, { quiet: true })
    }
  }
  /** Stores one configuration for all targets: saved for the first, then copied from it. */
  const configure = useMutation({
    mutationFn: async ({ content, targets }: { content: SettingContent; targets: readonly Target[] }) => {
      const [first, ...others] = targets
      if (first === undefined) return
      await api.customizationSettings.put({ body: { shopId, ...first, ...content } }, { quiet: true })
      if (others.length > 0) await copyTo(first, others)
    },
    onSuccess: reloadSettings,
    onError: () => void reloadSettings(),
  })
  const copy = useMutation({
    mutationFn: ({ from, to }: { from: Target; to: readonly Target[] }) => copyTo(from, to),
    onSuccess: reloadSettings,
    onError: () => void reloadSettings(),
  })
  return { create, remove, configure, copy }
}
