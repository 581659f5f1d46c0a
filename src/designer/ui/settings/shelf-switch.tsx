import { useQuery } from '@tanstack/react-query'
import { templateQuery } from '../../../api/queries/templates'
import { useApi } from '../../../api/services'
import { useShelf } from '../../../template-tools/preview/use-shelf'
import { SwitchField } from '../../../ui/switch-field'
import { useCell, useDesigner, useSession } from '../context'
import { MaterialFailure } from '../library/library-panel'

/**
 * Switches whether buyers see the template. For a saved template it takes effect at once and is not part of a save; before the first save
 * it says how that save stores the template.
 */
export function ShelfSwitch() {
  const id = useSession((state) => state.templateId)
  return (
    <section className="designer-section" aria-label="上架">
      <h3 className="designer-section-title">上架</h3>
      {id === null ? <FirstShelfSwitch /> : <SavedShelfSwitch id={id} />}
    </section>
  )
}

function FirstShelfSwitch() {
  const { uiState } = useDesigner()
  const chosen = useCell(uiState.shelf)
  return (
    <SwitchField side="end" name="上架模板" checked={chosen === true} onChange={uiState.shelf.set}>
      {chosen === null ? '第一次保存时会问您' : chosen ? '保存后上架，买家可以使用' : '保存后不上架，买家看不到'}
    </SwitchField>
  )
}

function SavedShelfSwitch({ id }: { readonly id: number }) {
  const api = useApi()
  const query = useQuery({ ...templateQuery(api, id), meta: { quiet: true } })
  const shelf = useShelf()
  if (!query.data && query.isError) {
    return <MaterialFailure error={query.error} retrying={query.isFetching} onRetry={() => void query.refetch()} />
  }
  return (
    <SwitchField
      side="end"
      name="上架模板"
      checked={query.data?.enabled ?? false}
      disabled={!query.data}
      loading={shelf.isPending}
      onChange={(enabled) => shelf.change({ id, enabled })}
    >
      {query.data?.enabled === false ? '已下架，买家看不到' : '已上架，买家可以使用'}
    </SwitchField>
  )
}
