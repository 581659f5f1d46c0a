import { Button } from '@arco-design/web-react'
import { IconApps, IconDelete, IconEdit, IconMobile, IconPlus } from '@arco-design/web-react/icon'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { textLimits } from '../../../contract/rules/limits'
import type { PhoneBrand } from '../../../contract/types'
import { catalogueUseText, phoneBrandsQuery } from '../../api/queries/catalogue'
import { restorableText, useRestore } from '../../api/queries/trash'
import { useApi } from '../../api/services'
import { screens } from '../../base/paths'
import type { Action } from '../../ui/action'
import type { Column } from '../../ui/column'
import { confirmDelete } from '../../ui/confirm'
import { DataTable } from '../../ui/data-table'
import { EmptyState } from '../../ui/empty'
import { ListView } from '../../ui/list-view'
import { NameCell } from '../../ui/name-cell'
import { NoMatch } from '../../ui/no-match'
import { PageActions } from '../../ui/page'
import { fewRows, SearchField } from '../../ui/search-field'
import { SortFailure } from '../../ui/sort-failure'
import { TableSkeleton } from '../../ui/table-skeleton'
import { offerUndo } from '../../ui/undo'
import { useDialog, useDialogRow } from '../../ui/use-dialog'
import { useListQuery } from '../../ui/use-list-query'
import { useSort } from '../../ui/use-sort'
import { useTextMatch } from '../../ui/use-text-match'
import { useValueWhileClosing } from '../../ui/use-value-while-closing'
import { BrandForm } from './brand-form'
import { LibraryDialog } from './library/lazy'
import { useBrandMutations } from './mutations'
import { PhonePicture } from './phone-picture'
import { useModelCounts } from './use-model-counts'
import './phones.css'

interface BrandListProps {
  /** Shows the models of a brand. */
  readonly onModels: (brandId: number) => void
}

const nameOf = (brand: PhoneBrand) => brand.name

/** 品牌列表: lists every brand in the order in which buyers see them. */
export function BrandList({ onModels }: BrandListProps) {
  const api = useApi()
  const queries = useQueryClient()
  const query = phoneBrandsQuery(api)
  const brands = useQuery(query)
  const { remove, rename } = useBrandMutations()
  const { mutateAsync: renameBrand } = rename
  const restore = useRestore()
  const dialog = useDialog(screens.brands)
  const edited = useDialogRow(dialog, 'edit', brands.data, '品牌')
  const sort = useSort<PhoneBrand>({
    items: brands.data,
    send: ({ id, next }) => api.phoneBrands.order({ params: { id }, body: { next } }, { quiet: true }),
    reload: () => queries.invalidateQueries({ queryKey: query.queryKey, exact: true }, { throwOnError: true }),
  })
  const { items } = sort
  const counts = useModelCounts(items, brands.isFetched)
  const countOf = useMemo(() => new Map(items.map(({ id }, index) => [id, counts[index]])), [items, counts])
  const list = useListQuery(screens.brands, [1000])
  const searchText = list.get('q')
  const match = useTextMatch(searchText)
  const matchingBrands = useMemo(() => items.filter((brand) => match(brand.name, searchText)), [items, searchText, match])
  const clear = () => list.set({ q: null })

  const columns = useMemo(
    (): Column<PhoneBrand>[] => [
      {
        key: 'name',
        title: '品牌名称',
        render: ({ id, name }) => (
          <span className="phones-name">
            <NameCell
              name={name}
              noun="品牌"
              maxLength={textLimits.name}
              rename={(reordered) => renameBrand({ id, name: reordered, was: { name } })}
            />
          </span>
        ),
      },
      {
        key: 'models',
        title: '型号数',
        width: 96,
        align: 'right',
        foldable: true,
        render: ({ id }) => <span className="numeric phones-count">{countOf.get(id)}</span>,
      },
    ],
    [countOf, renameBrand],
  )
  const deleteOne = async (brand: PhoneBrand) => {
    const warning = `该品牌下的全部型号、型号的上架信息和绑定的线框图会一起删除。${restorableText}`
    const useText = await catalogueUseText(api, 'brand', [brand.id])
    if (!(await confirmDelete(brand.name, useText + warning, () => remove.mutateAsync(brand.id)))) return
    offerUndo('删除成功', () => restore('brand', [brand.id]))
  }
  const actions: readonly Action<PhoneBrand>[] = [
    { key: 'models', label: '型号', icon: <IconMobile />, perform: ([brand]) => brand && onModels(brand.id) },
    { key: 'edit', label: '修改', icon: <IconEdit />, perform: ([brand]) => brand && dialog.open('edit', brand.id) },
    { key: 'delete', label: '删除', icon: <IconDelete />, danger: true, perform: ([brand]) => brand && deleteOne(brand) },
  ]
  const libraryTab = dialog.name === 'common' || dialog.name === 'factory' ? dialog.name : null
  const lastTab = useValueWhileClosing(libraryTab !== null, libraryTab) ?? 'common'

  return (
    <>
      <ListView result={brands} skeleton={<TableSkeleton label="正在加载品牌" />}>
        {(rows) =>
          rows.length === 0 ? (
            <EmptyState
              picture={<PhonePicture />}
              title="先添加一个品牌"
              text="买家先选品牌再选型号。常用机型里勾选就有品牌、型号、尺寸和标准线框；没有的再自己添加。"
              action={
                <span className="phones-first">
                  <Button type="primary" icon={<IconApps />} onClick={() => dialog.open('common')}>
                    从常用机型添加
                  </Button>
                  <Button type="text" onClick={() => dialog.open('add')}>
                    新增品牌
                  </Button>
                </span>
              }
            />
          ) : (
            <>
              <PageActions>
                <Button icon={<IconApps />} onClick={() => dialog.open('common')}>
                  常用机型
                </Button>
                <Button type="primary" icon={<IconPlus />} onClick={() => dialog.open('add')}>
                  新增品牌
                </Button>
              </PageActions>
              <SortFailure sort={sort} />
              {rows.length > fewRows && (
                <div className="filter-row">
                  <SearchField value={searchText} onChange={(q) => list.set({ q }, { replace: true })} label="搜索品牌" />
                </div>
              )}
              {matchingBrands.length === 0 ? (
                <NoMatch text={`${rows.length} 个品牌里，没有名称包含「${searchText}」的。`} onClear={clear} />
              ) : (
                <DataTable
                  label="品牌"
                  rows={matchingBrands}
                  columns={columns}
                  nameOf={nameOf}
                  actions={actions}
                  maxWidth={960}
                  onMove={sort.move}
                  moveRefusal={searchText === '' ? null : '清空搜索后才能排序'}
                />
              )}
              <footer className="list-footer">
                <span className="numeric">共 {rows.length} 个品牌</span>
              </footer>
            </>
          )
        }
      </ListView>
      <BrandForm target={dialog.name === 'add' ? 'new' : edited} onClose={dialog.close} />
      <LibraryDialog
        visible={libraryTab !== null}
        tab={libraryTab ?? lastTab}
        factoryId={dialog.name === 'factory' ? dialog.id : null}
        onClose={dialog.close}
      />
    </>
  )
}
