/** Mutations of asset collections and assets; each invalidates the lists it changes. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConflictError } from '../../../contract/call-errors'
import type { AssetType } from '../../../contract/constants'
import { assetKeys } from '../../api/queries/assets'
import { useApi } from '../../api/services'

export function useCollectionMutations(type: AssetType) {
  const api = useApi()
  const queries = useQueryClient()
  const onSuccess = () => queries.invalidateQueries({ queryKey: assetKeys.collections(type) })
  const create = useMutation({
    mutationFn: (name: string) => api.designAssetCollections.create({ body: { type, name } }, { quiet: true }),
    onSuccess,
  })
  const rename = useMutation({
    /** `was` is the name that the form started with; without it a rename overwrites changes of other windows. */
    mutationFn: async ({ id, name, was }: { id: number; name: string; was?: string }) => {
      if (was !== undefined) {
        const call = { method: 'PATCH', url: `/api/design_asset_collections/${id}` }
        const now = (await api.designAssetCollections.list({ query: { type } }, { quiet: true, again: true })).find(
          (one) => one.id === id,
        )
        if (now !== undefined && now.name !== was) throw new ConflictError(`这个分组刚在别处改名为「${now.name}」`, call)
      }
      return api.designAssetCollections.update({ params: { id }, body: { id, name } }, { quiet: true })
    },
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: (id: number) => api.designAssetCollections.remove({ params: { id } }),
    onSuccess,
  })
  return { create, rename, remove }
}

export function useRenameAsset() {
  const api = useApi()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, name }: { id: number; name: string }) =>
      api.designAssets.update({ params: { id }, body: { name } }, { quiet: true }),
    onSuccess: () => queries.invalidateQueries({ queryKey: assetKeys.all }),
  })
}
