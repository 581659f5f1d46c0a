import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { templateKeys, templateQuery, templateUseText } from '../../../api/queries/templates'
import { useApi } from '../../../api/services'
import { confirm } from '../../../ui/confirm'
import { SwitchField } from '../../../ui/switch-field'
import { toastSuccess } from '../../../ui/toast'
import { useOneAtATime } from '../../../ui/use-one-at-a-time'
import { useSession } from '../context'
import { MaterialFailure } from '../library/library-panel'

/**
 * Switches whether buyers see the template. Takes effect at once and is not part of a save. It asks first when links or products that
 * are sold offer the template: without it buyers may have nothing to begin with.
 */
export function ShelfSwitch() {
  const id = useSession((state) => state.templateId)
  return (
    <section className="designer-section" aria-label="上架">
      <h3 className="designer-section-title">上架</h3>
      {id === null ? <p className="designer-hint">保存模板后可以设置</p> : <SavedShelfSwitch id={id} />}
    </section>
  )
}

function SavedShelfSwitch({ id }: { readonly id: number }) {
  const api = useApi()
  const queries = useQueryClient()
  const query = useQuery({ ...templateQuery(api, id), meta: { quiet: true } })
  const write = useMutation({
    mutationFn: (enabled: boolean) => api.templates.settings({ params: { id }, body: { enabled } }),
    onSuccess: ({ enabled }) => {
      queries.setQueryData(templateQuery(api, id).queryKey, (known) => known && { ...known, enabled })
      toastSuccess(enabled ? '模板已上架' : '模板已下架')
    },
    onSettled: () => queries.invalidateQueries({ queryKey: templateKeys.lists() }),
  })
  const change = useOneAtATime(async (enabled: boolean) => {
    const used = enabled ? '' : await templateUseText(api, { kind: 'template', ids: [id], by: '下架' })
    const question = { title: '下架这个模板？', content: `${used}可以随时重新上架。`, okText: '下架模板', danger: true }
    if (used === '' || (await confirm(question))) write.mutate(enabled)
  })
  if (!query.data && query.isError) {
    return <MaterialFailure error={query.error} retrying={query.isFetching} onRetry={() => void query.refetch()} />
  }
  return (
    <SwitchField
      side="end"
      name="上架模板"
      checked={query.data?.enabled ?? false}
      disabled={!query.data}
      loading={write.isPending}
      onChange={change}
    >
      {query.data?.enabled === false ? '已下架，买家看不到' : '已上架，买家可以使用'}
    </SwitchField>
  )
}
