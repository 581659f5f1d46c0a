/** Mutations of fonts and colours; each invalidates the list, which the designer reads too. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { fontKeys } from '../../api/queries/fonts'
import { useApi } from '../../api/services'

export function useColorMutations() {
  const api = useApi()
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: fontKeys.colors() })
  // The server may have carried out a failed call, so read again; do not wait for it, since the failure is shown at once.
  const onError = () => void reload()
  const create = useMutation({
    mutationFn: (hexCode: string) => api.shopFontColors.create({ body: { hexCode } }, { quiet: true }),
    onSuccess: reload,
    onError,
  })
  const change = useMutation({
    mutationFn: ({ id, hexCode }: { id: number; hexCode: string }) =>
      api.shopFontColors.update({ params: { id }, body: { hexCode } }, { quiet: true }),
    onSuccess: reload,
    onError,
  })
  return { create, change }
}

interface FontRename {
  readonly id: number
  readonly name: string
  readonly previewImageFileId: number
  readonly activePreviewImageFileId: number
}

export function useRename() {
  const api = useApi()
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: fontKeys.fonts() })
  return useMutation({
    mutationFn: ({ id, ...body }: FontRename) => api.shopFonts.update({ params: { id }, body }, { quiet: true }),
    onSuccess: reload,
    onError: () => void reload(),
  })
}
