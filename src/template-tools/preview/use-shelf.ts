/** Puts a template on the shelf or takes it off, from its card and in the designer. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { templateKeys, templateQuery, templateUseText } from '../../api/queries/templates'
import { useApi } from '../../api/services'
import { confirm } from '../../ui/confirm'
import { toastSuccess } from '../../ui/toast'
import { useOneAtATime } from '../../ui/use-one-at-a-time'

interface ShelfChange {
  readonly id: number
  readonly enabled: boolean
}

/**
 * Changes take effect at once. Taking a template off the shelf asks first when links or products that are sold offer it: without it buyers
 * may have nothing to begin with.
 */
export function useShelf() {
  const api = useApi()
  const queries = useQueryClient()
  const write = useMutation({
    mutationFn: ({ id, enabled }: ShelfChange) => api.templates.settings({ params: { id }, body: { enabled } }),
    onSuccess: ({ id, enabled }) => {
      queries.setQueryData(templateQuery(api, id).queryKey, (known) => known && { ...known, enabled })
      toastSuccess(enabled ? '模板已上架' : '模板已下架')
    },
    onSettled: () => queries.invalidateQueries({ queryKey: templateKeys.lists() }),
  })
  const change = useOneAtATime(async ({ id, enabled }: ShelfChange) => {
    const used = enabled ? '' : await templateUseText(api, { kind: 'template', ids: [id], by: '下架' })
    const question = { title: '下架这个模板？', content: `${used}可以随时重新上架。`, okText: '下架模板', danger: true }
    if (used === '' || (await confirm(question))) write.mutate({ id, enabled })
  })
  return { change, isPending: write.isPending }
}
