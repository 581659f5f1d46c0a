import { Button } from '@arco-design/web-react'
import { IconDelete, IconEdit, IconPlus } from '@arco-design/web-react/icon'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link, useLocation } from 'wouter'
import type { DesignAssetCollection } from '../../../contract/types'
import { assetCollectionsQuery } from '../../api/queries/assets'
import { restorableText, useRestore } from '../../api/queries/trash'
import { useApi } from '../../api/services'
import { assetCollectionsOf, galleryOf } from '../../base/paths'
import type { Action } from '../../ui/action'
import type { Column } from '../../ui/column'
import { confirmDelete } from '../../ui/confirm'
import { DataTable } from '../../ui/data-table'
import { ListView } from '../../ui/list-view'
import { Page } from '../../ui/page'
import { SortFailure } from '../../ui/sort-failure'
import { TableSkeleton } from '../../ui/table-skeleton'
import { offerUndo } from '../../ui/undo'
import { useDialog, useDialogRow } from '../../ui/use-dialog'
import { useSort } from '../../ui/use-sort'
import type { AssetKind } from './asset-kinds'
import { CollectionCovers } from './collection-covers'
import { CollectionForm } from './collection-form'
import { useCollectionMutations } from './mutations'
import { NoCollections } from './no-collections'
import './assets.css'

const nameOf = ({ name }: DesignAssetCollection) => name

function columnsOf(kind: AssetKind): readonly Column<DesignAssetCollection>[] {
  return [
    {
      key: 'covers',
      title: '封面',
      width: 220,
      foldable: true,
      render: (collection) => <CollectionCovers collection={collection} />,
    },
    {
      key: 'name',
      title: '分组名称',
      render: ({ id, name }) => <Link href={galleryOf(kind.key)({ collection: id })}>{name}</Link>,
    },
    {
      key: 'count',
      title: '数量',
      width: 140,
      align: 'right',
      render: ({ count }) => (
        <span className="numeric">
          {count} {kind.counted}
        </span>
      ),
    },
  ]
}

/** The collections of one kind: adds, renames, sorts and deletes them. */
export function CollectionScreen({ kind }: { readonly kind: AssetKind }) {
  const api = useApi()
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const query = assetCollectionsQuery(api, kind.type)
  const collections = useQuery(query)
  const { remove } = useCollectionMutations(kind.type)
  const restore = useRestore()
  const dialog = useDialog(assetCollectionsOf(kind.key))
  const renamed = useDialogRow(dialog, 'rename', collections.data, '分组')
  const columns = useMemo(() => columnsOf(kind), [kind])
  const sort = useSort<DesignAssetCollection>({
    items: collections.data,
    send: ({ id, next }) => api.designAssetCollections.order({ params: { id }, body: { id, next } }, { quiet: true }),
    reload: () => queries.invalidateQueries({ queryKey: query.queryKey, exact: true }, { throwOnError: true }),
  })
  const rows = sort.items

  const deleteOne = async ({ id, name, count }: DesignAssetCollection) => {
    const warning = count === 0 ? '分组是空的。' : `分组里的 ${count} ${kind.counted}会一起删除，买家将不能再选择。`
    if (!(await confirmDelete(name, warning + restorableText, () => remove.mutateAsync(id)))) return
    offerUndo('删除成功', () => restore('assetCollection', [id]))
  }
  const actions: readonly Action<DesignAssetCollection>[] = [
    {
      key: 'rename',
      label: '重命名',
      icon: <IconEdit />,
      where: 'row',
      perform: ([collection]) => collection && dialog.open('rename', collection.id),
    },
    {
      key: 'delete',
      label: '删除',
      icon: <IconDelete />,
      danger: true,
      where: 'row',
      perform: ([collection]) => collection && deleteOne(collection),
    },
  ]

  const goBack = () => {
    // Go back in the history, so that the seller returns to the same page and scroll position.
    if ((history.state as { from?: unknown } | null)?.from === 'gallery') history.back()
    else navigate(galleryOf(kind.key).path)
  }
  const add = (
    <Button type="primary" icon={<IconPlus />} onClick={() => dialog.open('add')}>
      新建分组
    </Button>
  )
  return (
    <Page title={`${kind.label}分组`} back={{ label: `返回${kind.label}`, go: goBack }} primary={rows.length > 0 && add}>
      <ListView result={collections} skeleton={<TableSkeleton label="正在加载分组" />}>
        {() =>
          rows.length === 0 ? (
            <NoCollections kind={kind} onAdd={() => dialog.open('add')} />
          ) : (
            <>
              <SortFailure sort={sort} />
              <DataTable
                label={`${kind.label}分组`}
                rows={rows}
                columns={columns}
                nameOf={nameOf}
                actions={actions}
                maxWidth={1120}
                onMove={sort.move}
              />
              <footer className="list-footer">
                <span className="numeric">共 {rows.length} 个分组，买家看到的顺序和这里一样</span>
              </footer>
            </>
          )
        }
      </ListView>
      <CollectionForm kind={kind} target={dialog.name === 'add' ? 'new' : renamed} onClose={dialog.close} />
    </Page>
  )
}
