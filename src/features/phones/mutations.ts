/** Mutations of brands and models; each invalidates what it changes. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PhoneModel } from '../../../contract/types'
import { catalogueKeys, phoneBrandsQuery, phoneModelsQuery } from '../../api/queries/catalogue'
import { useApi } from '../../api/services'
import { toastSuccess } from '../../ui/toast'

interface Rename {
  readonly id: number
  readonly name: string
  /** The name that the form started with; without it a rename overwrites changes of other windows. */
  readonly was?: { readonly name: string }
}

export function useBrandMutations() {
  const api = useApi()
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: catalogueKeys.brands() })
  // The server may have carried out a failed call, and a row that is not found is gone: read the list again either way, without
  // waiting for it, since the failure is shown at once.
  const onError = () => void reload()
  const create = useMutation({
    mutationFn: (name: string) => api.phoneBrands.create({ body: { name } }, { quiet: true }),
    onSuccess: reload,
    onError,
  })
  const rename = useMutation({
    mutationFn: ({ id, ...body }: Rename) => api.phoneBrands.update({ params: { id }, body }, { quiet: true }),
    onSuccess: reload,
    onError,
  })
  /** Deletes a brand with its models, SKUs and wireframes. */
  const remove = useMutation({
    mutationFn: (id: number) => api.phoneBrands.remove({ params: { id } }),
    onSuccess: (_, id) => {
      // Drop the cached models of the deleted brand.
      queries.setQueryData(phoneBrandsQuery(api).queryKey, (old) => old?.filter((brand) => brand.id !== id))
      queries.removeQueries({ queryKey: catalogueKeys.models(id) })
      return queries.invalidateQueries({ queryKey: catalogueKeys.all })
    },
    onError,
  })
  return { create, rename, remove }
}

export function useModelMutations(brandId: number) {
  const api = useApi()
  const queries = useQueryClient()
  const { queryKey } = phoneModelsQuery(api, brandId)
  const reload = () => queries.invalidateQueries({ queryKey })
  const onError = () => void reload()
  const patchModel = (id: number, edit: (model: PhoneModel) => PhoneModel) =>
    queries.setQueryData(queryKey, (old) => old?.map((model) => (model.id === id ? edit(model) : model)))

  const rename = useMutation({
    mutationFn: ({ id, ...body }: Rename) => api.phoneModels.update({ params: { brandId, id }, body }, { quiet: true }),
    onSuccess: reload,
    onError,
  })
  /** Optimistic; reverted when refused. Does not read thousands of rows again for one star. */
  const favorite = useMutation({
    mutationKey: [...queryKey, 'favorite'],
    // Run in sequence, so that the last click wins.
    scope: { id: `favorite-${brandId}` },
    mutationFn: ({ id, favorited }: { id: number; favorited: boolean }) =>
      api.phoneModels.update({ params: { brandId, id }, body: { favorited } }),
    onMutate: async ({ id, favorited }) => {
      await queries.cancelQueries({ queryKey })
      patchModel(id, (model) => ({ ...model, favorited }))
    },
    onSuccess: () => toastSuccess('操作成功'),
    onError: (_, { id, favorited }) => {
      patchModel(id, (model) => ({ ...model, favorited: !favorited }))
      void reload()
    },
  })
  /** Deletes all of them or none. */
  const remove = useMutation({
    mutationFn: (ids: readonly number[]) => api.phoneModels.remove({ params: { brandId }, body: { ids: [...ids] } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: catalogueKeys.all }),
    onError: () => void queries.invalidateQueries({ queryKey: catalogueKeys.all }),
  })
  return { rename, favorite, remove, reload }
}
