/** Mutations of a factory's bindings; each invalidates the queries it changes. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { erpKeys } from '../../../api/queries/erp'
import { useApi } from '../../../api/services'

interface ModelPut {
  readonly phoneModelId: number
  readonly erpPhoneModelCode: string
}
interface MaterialPut {
  readonly materialId: number
  readonly erpMaterialId: string
  readonly erpMaterialCode: string
}
interface ColorPut {
  readonly materialColorId: number
  readonly erpMaterialColorId: string
  readonly erpMaterialColorCode: string
}

export function useModelBinding(factoryId: number) {
  const api = useApi()
  const queries = useQueryClient()
  // The factories say how much of what is on sale is not bound.
  const reload = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: erpKeys.modelBindings(factoryId) }),
      queries.invalidateQueries({ queryKey: erpKeys.factories() }),
    ])
  // The server may have carried out a failed call, so read again; do not wait for it, since the failure is shown at once.
  const onError = () => void reload()
  const put = useMutation({
    mutationFn: (body: ModelPut) => api.factoryModelBindings.put({ body: { factoryId, ...body } }, { quiet: true }),
    onSuccess: reload,
    onError,
  })
  const remove = useMutation({
    mutationFn: (phoneModelId: number) => api.factoryModelBindings.remove({ params: { factoryId, phoneModelId } }),
    onSuccess: reload,
    onError,
  })
  return { put, remove, reload }
}

export function useMaterialBinding(factoryId: number) {
  const api = useApi()
  const queries = useQueryClient()
  // Bindings of colours depend on the binding of their material, so both are read again.
  const reload = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: erpKeys.materialBindings(factoryId) }),
      queries.invalidateQueries({ queryKey: erpKeys.colorBindings(factoryId) }),
      queries.invalidateQueries({ queryKey: erpKeys.factories() }),
    ])
  const onError = () => void reload()
  const putMaterial = useMutation({
    mutationFn: (body: MaterialPut) => api.factoryMaterialBindings.put({ body: { factoryId, ...body } }, { quiet: true }),
    onSuccess: reload,
    onError,
  })
  const removeMaterial = useMutation({
    mutationFn: (materialId: number) => api.factoryMaterialBindings.remove({ params: { factoryId, materialId } }),
    onSuccess: reload,
    onError,
  })
  const putColor = useMutation({
    mutationFn: (body: ColorPut) => api.factoryColorBindings.put({ body: { factoryId, ...body } }, { quiet: true }),
    onSuccess: reload,
    onError,
  })
  const removeColor = useMutation({
    mutationFn: (materialColorId: number) => api.factoryColorBindings.remove({ params: { factoryId, materialColorId } }),
    onSuccess: reload,
    onError,
  })
  return { putMaterial, removeMaterial, putColor, removeColor }
}
