/** Adding and changing fonts and colours; each refreshes what the designer offers too, which reads the same lists. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { fontKeys } from '../../api/queries/fonts'
import { useApi } from '../../api/services'

export function useColorMutations() {
  const api = useApi()
  const queries = useQueryClient()
  const reload = () => queries.invalidateQueries({ queryKey: fontKeys.colors() })
  // A failed call may have been obeyed; the reason is not kept waiting for the list.
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

interface Renaming {
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
    mutationFn: ({ id, ...body }: Renaming) => api.shopFonts.update({ params: { id }, body }, { quiet: true }),
    onSuccess: reload,
    onError: () => void reload(),
  })
}
