/** Mutations of template collections and templates; each invalidates the lists it changes. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { templateKeys } from '../../api/queries/templates'
import { useApi } from '../../api/services'

export function useCollectionMutations() {
  const api = useApi()
  const queries = useQueryClient()
  const onSuccess = () => queries.invalidateQueries({ queryKey: templateKeys.collections() })
  const create = useMutation({
    mutationFn: (name: string) => api.templateCollections.create({ body: { name } }, { quiet: true }),
    onSuccess,
  })
  const rename = useMutation({
    mutationFn: ({ id, name }: { id: number; name: string }) =>
      api.templateCollections.update({ params: { id }, body: { name } }, { quiet: true }),
    onSuccess,
  })
  const remove = useMutation({
    mutationFn: (id: number) => api.templateCollections.remove({ params: { id } }),
    onSuccess,
  })
  return { create, rename, remove }
}

export function useTemplateMutations() {
  const api = useApi()
  const queries = useQueryClient()
  const onSuccess = () => queries.invalidateQueries({ queryKey: templateKeys.lists() })
  const copy = useMutation({ mutationFn: (id: number) => api.templates.copy({ params: { id }, body: {} }), onSuccess })
  /** If the collection was deleted meanwhile, the dialog shows the refusal at its field. */
  const copyTo = useMutation({
    mutationFn: ({ id, collectionId }: { id: number; collectionId: number }) =>
      api.templates.copy({ params: { id }, body: { collectionId } }, { quiet: true }),
    onSuccess,
  })
  const remove = useMutation({ mutationFn: (id: number) => api.templates.remove({ params: { id } }), onSuccess })
  const rename = useMutation({
    mutationFn: ({ id, name }: { id: number; name: string }) =>
      api.templates.settings({ params: { id }, body: { name } }, { quiet: true }),
    onSuccess,
  })
  return { copy, copyTo, remove, rename }
}
