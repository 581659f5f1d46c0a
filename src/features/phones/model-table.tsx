import { Button, Checkbox } from '@arco-design/web-react'
import { IconDelete, IconEdit, IconStar, IconStarFill } from '@arco-design/web-react/icon'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { textLimits } from '../../../contract/rules/limits'
import type { PhoneBrand, PhoneModel } from '../../../contract/types'
import { catalogueUseText, phoneModelsQuery } from '../../api/queries/catalogue'
import { restorableText, useRestore } from '../../api/queries/trash'
import { useApi } from '../../api/services'
import { type DialogOf, screens } from '../../base/paths'
import type { Action } from '../../ui/action'
import { BulkBar } from '../../ui/bulk-bar'
import type { Column } from '../../ui/column'
import { confirm, confirmDelete } from '../../ui/confirm'
import { DataTable } from '../../ui/data-table'
import { EmptyState } from '../../ui/empty'
import { FilterChips } from '../../ui/filter-chips'
import { ListView } from '../../ui/list-view'
import { NameCell } from '../../ui/name-cell'
import { NoMatch } from '../../ui/no-match'
import { SearchField } from '../../ui/search-field'
import { SortFailure } from '../../ui/sort-failure'
import { TableSkeleton } from '../../ui/table-skeleton'
import { toastHint } from '../../ui/toast'
import { offerUndo } from '../../ui/undo'
import type { Dialog } from '../../ui/use-dialog'
import { useDialogRow } from '../../ui/use-dialog'
import { useListQuery } from '../../ui/use-list-query'
import { useSelection } from '../../ui/use-selection'
import { useSort } from '../../ui/use-sort'
import { useTextMatch } from '../../ui/use-text-match'
import { ModelForm } from './model-form'
import { useModelMutations } from './mutations'
import { summarizeNames } from './names'
import { PhonePicture } from './phone-picture'

/** Rows per page; the first is the default of the product specification. */
export const modelPageSizes = [15, 30, 50, 100] as const
const cascadeWarning = `型号的上架信息和绑定的线框图会一起删除。${restorableText}`
const nameOf = (model: PhoneModel) => model.name

interface ModelTableProps {
  readonly brand: PhoneBrand
  readonly dialog: Dialog<DialogOf<typeof screens.models>>
}

/** A table of the models of one brand. */
export function ModelTable({ brand, dialog }: ModelTableProps) {
  const api = useApi()
  const queries = useQueryClient()
  const list = useListQuery(screens.models, modelPageSizes)
  const query = phoneModelsQuery(api, brand.id)
  const models = useQuery(query)
  const { favorite, remove, rename } = useModelMutations(brand.id)
  const { mutateAsync: renameModel } = rename
  const restore = useRestore()
  const selection = useSelection()
  const edited = useDialogRow(dialog, 'edit', models.data, '型号')
  const searchText = list.get('q')
  const onlyFavorites = list.get('favorited') === '1'
  const filtered = searchText !== '' || onlyFavorites
  const sort = useSort<PhoneModel>({
    items: models.data,
    send: ({ id, next }) => api.phoneModels.order({ params: { brandId: brand.id, id }, body: { next } }, { quiet: true }),
    reload: () => queries.invalidateQueries({ queryKey: query.queryKey, exact: true }, { throwOnError: true }),
  })
  const { items } = sort
  const match = useTextMatch(searchText)
  const matchingModels = useMemo(
    () => (filtered ? items.filter((one) => (!onlyFavorites || one.favorited) && match(one.name, searchText)) : items),
    [items, searchText, onlyFavorites, filtered, match],
  )

  const { mutate: setFavorite } = favorite
  const columns = useMemo(
    (): Column<PhoneModel>[] => [
      {
        key: 'favorited',
        title: '收藏',
        width: 64,
        render: ({ id, name, favorited }) => (
          <button
            type="button"
            className="phones-star"
            aria-pressed={favorited}
            aria-label={`收藏「${name}」`}
            title={favorited ? '取消收藏' : '收藏'}
            onClick={() => setFavorite({ id, favorited: !favorited })}
          >
            {favorited ? <IconStarFill /> : <IconStar />}
          </button>
        ),
      },
      {
        key: 'name',
        title: '型号',
        render: ({ id, name }) => (
          <span className="phones-name">
            <NameCell
              name={name}
              noun="型号"
              maxLength={textLimits.name}
              rename={(newName) => renameModel({ id, name: newName, was: { name } })}
            />
          </span>
        ),
      },
    ],
    [setFavorite, renameModel],
  )

  const deleteOne = async (model: PhoneModel) => {
    const useText = await catalogueUseText(api, 'model', [model.id])
    if (!(await confirmDelete(model.name, useText + cascadeWarning, () => remove.mutateAsync([model.id])))) return
    selection.remove([model.id])
    offerUndo('删除成功', () => restore('model', [model.id]))
  }
  const deleteMany = async (models: readonly PhoneModel[]) => {
    const ids = models.map((model) => model.id)
    const useText = await catalogueUseText(api, 'model', ids)
    const confirmed = await confirm({
      title: `删除选中的 ${ids.length} 个型号？`,
      content: `${summarizeNames(models.map(nameOf))}。${useText}${cascadeWarning}`,
      okText: `删除 ${ids.length} 个型号`,
      danger: true,
      onOk: () => remove.mutateAsync(ids),
    })
    if (!confirmed) return
    selection.remove(ids)
    offerUndo('批量删除成功', () => restore('model', ids))
  }
  const actions: readonly Action<PhoneModel>[] = [
    {
      key: 'edit',
      label: '修改',
      icon: <IconEdit />,
      where: 'row',
      perform: ([model]) => model && dialog.open('edit', model.id),
    },
    {
      key: 'delete',
      label: '删除',
      icon: <IconDelete />,
      danger: true,
      where: 'row',
      perform: ([model]) => model && deleteOne(model),
    },
    { key: 'delete-many', label: '批量删除', icon: <IconDelete />, danger: true, where: 'bulk', perform: deleteMany },
  ]
  const clear = () => list.set({ q: null, favorited: null })
  const chips = [
    ...(searchText === '' ? [] : [{ key: 'q', label: `型号包含「${searchText}」`, onRemove: () => list.set({ q: null }) }]),
    ...(onlyFavorites ? [{ key: 'favorited', label: '只看收藏', onRemove: () => list.set({ favorited: null }) }] : []),
  ]

  const renderTable = () => (
    <>
      <SortFailure sort={sort} />
      <BulkBar selection={selection} rows={matchingModels} actions={actions}>
        <div className="filter-row">
          <SearchField value={searchText} onChange={(q) => list.set({ q }, { replace: true })} label="搜索型号" />
          <Checkbox checked={onlyFavorites} onChange={(on) => list.set({ favorited: on ? 1 : null })}>
            只看收藏
          </Checkbox>
          <span className="phones-filter-end">
            <Button icon={<IconDelete />} onClick={() => toastHint('请选择至少一个型号')}>
              批量删除
            </Button>
          </span>
        </div>
        <FilterChips chips={chips} onClear={clear} />
      </BulkBar>
      {matchingModels.length === 0 ? (
        <NoMatch text={`「${brand.name}」的 ${items.length} 个型号里，没有符合筛选条件的。`} onClear={clear} />
      ) : (
        <DataTable
          label={`「${brand.name}」的型号`}
          rows={matchingModels}
          columns={columns}
          nameOf={nameOf}
          actions={actions}
          maxWidth={960}
          selection={selection}
          onMove={sort.move}
          moveRefusal={filtered ? '清空筛选后才能排序' : null}
          paging={{ query: list, pageSizes: modelPageSizes, unit: '个型号' }}
        />
      )}
    </>
  )

  return (
    <>
      <ListView result={models} skeleton={<TableSkeleton label="正在加载型号" />}>
        {() =>
          items.length === 0 ? (
            <EmptyState
              picture={<PhonePicture />}
              title="这个品牌还没有型号"
              text="买家下单时要选自己手机的型号，可以从表格里一次粘贴多个型号。"
              action={
                <Button type="primary" onClick={() => dialog.open('add')}>
                  新增型号
                </Button>
              }
            />
          ) : (
            renderTable()
          )
        }
      </ListView>
      <ModelForm brand={brand} model={edited} onClose={dialog.close} />
    </>
  )
}
