/** Mutations of materials and their colours; each invalidates what it changes. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { MaterialColor, MaterialCreate, MaterialUpdate, PhoneCaseMaterial } from '../../../contract/types'
import { catalogueKeys, materialsQuery } from '../../api/queries/catalogue'
import { useApi } from '../../api/services'

/** Functions that refetch the list, and that change the cached list before the server has answered. */
function useMaterialCache() {
  const api = useApi()
  const queries = useQueryClient()
  const { queryKey } = materialsQuery(api)
  return {
    reload: () => queries.invalidateQueries({ queryKey }),
    reloadAll: () => queries.invalidateQueries({ queryKey: catalogueKeys.all }),
    cancelFetches: () => queries.cancelQueries({ queryKey }),
    patchMaterial: (id: number, edit: (material: PhoneCaseMaterial) => PhoneCaseMaterial) =>
      queries.setQueryData(queryKey, (old) => old?.map((material) => (material.id === id ? edit(material) : material))),
  }
}

export function useMaterialMutations() {
  const api = useApi()
  const { reload, reloadAll, cancelFetches, patchMaterial } = useMaterialCache()
  // The server may have carried out a failed call, and a row that is not found is gone: read the list again either way, without
  // waiting for it, since the failure is shown at once.
  const onError = () => void reload()
  const create = useMutation({
    mutationFn: (body: MaterialCreate) => api.phoneCaseMaterials.create({ body }, { quiet: true }),
    onSuccess: reload,
    onError,
  })
  const change = useMutation({
    mutationFn: ({ id, ...body }: MaterialUpdate & { id: number }) =>
      api.phoneCaseMaterials.update({ params: { id }, body }, { quiet: true }),
    onSuccess: reload,
    onError,
  })
  const setNeedBackground = (id: number, needBackground: boolean) =>
    patchMaterial(id, (material) => ({ ...material, needBackground }))
  /** Optimistic; reverted when refused. */
  const needBackground = useMutation({
    scope: { id: 'material-background' },
    mutationFn: ({ id, needed }: { id: number; needed: boolean }) =>
      api.phoneCaseMaterials.update({ params: { id }, body: { needBackground: needed } }),
    onMutate: async ({ id, needed }) => {
      await cancelFetches()
      setNeedBackground(id, needed)
    },
    onSuccess: reload,
    onError: (_, { id, needed }) => {
      setNeedBackground(id, !needed)
      onError()
    },
  })
  /** Sets the missing backgrounds of colours, then makes the material require backgrounds. */
  const completeBackgrounds = useMutation({
    mutationFn: async ({ id, backgrounds }: { id: number; backgrounds: ReadonlyMap<number, string> }) => {
      for (const [colorId, defaultBackgroundColor] of backgrounds) {
        const params = { materialId: id, id: colorId }
        await api.materialColors.update({ params, body: { defaultBackgroundColor } }, { quiet: true })
      }
      await api.phoneCaseMaterials.update({ params: { id }, body: { needBackground: true } }, { quiet: true })
    },
    onSuccess: reload,
    onError,
  })
  /** Deletes a material with its colours, SKUs and wireframes. */
  const remove = useMutation({
    mutationFn: (id: number) => api.phoneCaseMaterials.remove({ params: { id } }),
    onSuccess: reloadAll,
    onError,
  })
  return { create, change, needBackground, completeBackgrounds, remove }
}

export interface ColorWrite {
  readonly name: string
  readonly defaultBackgroundColor: string | null
}

export function useColorMutations(materialId: number) {
  const api = useApi()
  const { reload, reloadAll, cancelFetches, patchMaterial } = useMaterialCache()
  const onError = () => void reload()
  const create = useMutation({
    mutationFn: (body: ColorWrite) => api.materialColors.create({ params: { materialId }, body: { ...body } }, { quiet: true }),
    onSuccess: reload,
    onError,
  })
  const update = useMutation({
    mutationFn: ({ id, ...body }: ColorWrite & { id: number; was?: ColorWrite }) =>
      api.materialColors.update({ params: { materialId, id }, body }, { quiet: true }),
    onSuccess: reload,
    onError,
  })
  const setEnabled = (id: number, enabled: boolean) =>
    patchMaterial(materialId, (material) => ({
      ...material,
      colors: material.colors.map((color: MaterialColor) => (color.id === id ? { ...color, enabled } : color)),
    }))
  /** Optimistic; reverted when refused. */
  const enable = useMutation({
    scope: { id: 'color-enabled' },
    mutationFn: ({ id, enabled }: { id: number; enabled: boolean }) =>
      api.materialColors.update({ params: { materialId, id }, body: { enabled } }),
    onMutate: async ({ id, enabled }) => {
      await cancelFetches()
      setEnabled(id, enabled)
    },
    onSuccess: reload,
    onError: (_, { id, enabled }) => {
      setEnabled(id, !enabled)
      onError()
    },
  })
  /** Deletes a colour with its SKUs and wireframes. */
  const remove = useMutation({
    mutationFn: (id: number) => api.materialColors.remove({ params: { materialId, id } }),
    onSuccess: reloadAll,
    onError,
  })
  return { create, update, enable, remove }
}
