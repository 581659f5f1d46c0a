import { Button } from '@arco-design/web-react'
import { IconDelete, IconEye, IconUpload } from '@arco-design/web-react/icon'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import type { DesignAsset, DesignAssetCollection } from '../../../contract/types'
import { assetKeys, assetsQuery } from '../../api/queries/assets'
import { useApi } from '../../api/services'
import { type Action, actionsFor } from '../../ui/action'
import { BulkBar } from '../../ui/bulk-bar'
import { EmptyState } from '../../ui/empty'
import { LoadError, RefreshError } from '../../ui/failure-view'
import { Menu } from '../../ui/menu'
import { PageFooter } from '../../ui/page-footer'
import { SortFailure } from '../../ui/sort-failure'
import { type HandleProps, SortableGrid } from '../../ui/sortable-grid'
import { useListQuery } from '../../ui/use-list-query'
import { useSelection } from '../../ui/use-selection'
import { useSort } from '../../ui/use-sort'
import { AssetCard, type CardActs, CardSkeletons } from './asset-card'
import { assetName } from './asset-facts'
import type { AssetKind } from './asset-kinds'
import { useAssetPeek } from './asset-peek'
import { AssetPreview } from './asset-preview'
import { LibraryPicture } from './library-picture'
import { assetIdAt, readAllAssets } from './read-assets'
import { useDeletions } from './use-deletions'

export const assetPageSizes = [50, 100, 300, 500] as const

interface AssetGalleryProps {
  readonly kind: AssetKind
  readonly collection: DesignAssetCollection
  readonly onUpload: () => void
}

/** The assets of one group, a page at a time. */
export function AssetGallery({ kind, collection, onUpload }: AssetGalleryProps) {
  const api = useApi()
  const list = useListQuery(assetPageSizes)
  const { pageNo, pageSize } = list
  const queries = useQueryClient()
  const query = assetsQuery(api, { collectionId: collection.id, pageNo, pageSize })
  const rows = useQuery(query)
  const items = rows.data?.items ?? []
  const total = rows.data?.totalItems ?? 0
  const offset = (pageNo - 1) * pageSize
  const selection = useSelection()
  const sort = useSort<DesignAsset>({
    items,
    page: { offset, total, idAt: (at) => assetIdAt(api, collection.id, at) },
    send: ({ id, next }) => api.designAssets.order({ params: { id }, body: { id, next } }, { quiet: true }),
    show: (wanted) => queries.setQueryData(query.queryKey, (old) => old && { ...old, items: [...wanted] }),
    reload: () => {
      // The first pictures of a group are its cover.
      void queries.invalidateQueries({ queryKey: assetKeys.collectionLists() })
      return queries.invalidateQueries({ queryKey: assetKeys.ofCollection(collection.id) }, { throwOnError: true })
    },
  })
  const deletions = useDeletions(kind, collection, selection)
  const peek = useAssetPeek(items)
  const [menu, setMenu] = useState<{ readonly asset: DesignAsset; readonly anchor: HTMLElement } | null>(null)

  const place = Number(list.get('preview')) || null
  const preview = (to: number | null, options?: { readonly replace: boolean }) =>
    list.set({ preview: to, page: to === null ? pageNo : Math.ceil(to / pageSize) }, options)
  const openPreview = (asset: DesignAsset) => preview(offset + items.findIndex((one) => one.id === asset.id) + 1)
  const deleteShown = async (asset: DesignAsset) => {
    const wasLast = place === total
    // The one behind it has moved into its place.
    if ((await deletions.one(asset)) && wasLast) preview(total > 1 ? total - 1 : null, { replace: true })
  }

  const actions: readonly Action<DesignAsset>[] = [
    {
      key: 'preview',
      label: '预览',
      icon: <IconEye />,
      where: 'row',
      perform: ([asset]) => asset && openPreview(asset),
    },
    {
      key: 'delete',
      label: '删除',
      icon: <IconDelete />,
      danger: true,
      perform: (assets) => deletions.many(assets),
    },
  ]

  // Cards are drawn anew for their own sake only: what they call goes through one object that never changes.
  const now = useRef<CardActs>({ open: () => undefined, openMenu: () => undefined })
  now.current = { open: openPreview, openMenu: (asset, anchor) => setMenu({ asset, anchor }) }
  const acts = useMemo<CardActs>(
    () => ({ open: (asset) => now.current.open(asset), openMenu: (...what) => now.current.openMenu(...what) }),
    [],
  )
  const card = useCallback(
    (asset: DesignAsset, handle: HandleProps, _: number, tick: ReactNode) => (
      <AssetCard asset={asset} width={kind.thumbnail} handle={handle} tick={tick} acts={acts} />
    ),
    [kind.thumbnail, acts],
  )

  const retry = () => void rows.refetch()
  if (rows.isPending) return <CardSkeletons width={kind.thumbnail} />
  if (rows.data === undefined) return <LoadError error={rows.error} onRetry={retry} retrying={rows.isFetching} />
  if (total === 0) {
    return (
      <EmptyState
        picture={<LibraryPicture />}
        title={`「${collection.name}」里还没有${kind.noun}`}
        text={`${kind.advice}可以一次选很多张，也可以把图片或文件夹拖到这里。`}
        action={
          <Button type="primary" icon={<IconUpload />} onClick={onUpload}>
            上传{kind.noun}
          </Button>
        }
      />
    )
  }
  return (
    <>
      {rows.isError && <RefreshError error={rows.error} onRetry={retry} retrying={rows.isFetching} />}
      <SortFailure sort={sort} />
      {deletions.report}
      <BulkBar
        selection={selection}
        rows={items}
        actions={actions}
        total={total}
        readAll={() => readAllAssets(api, collection.id)}
      />
      <div className={`assets-gallery is-${kind.thumbnail}${rows.isPlaceholderData ? ' is-stale' : ''}`} {...peek.props}>
        <SortableGrid
          items={items}
          label={`「${collection.name}」的${kind.noun}`}
          nameOf={assetName}
          offset={offset}
          total={total}
          selection={selection}
          moveRefusal={rows.isPlaceholderData ? '正在换页' : null}
          onMove={(from, to) => void sort.move(from, to)}
          renderItem={card}
        />
      </div>
      {peek.picture}
      {menu !== null && (
        <Menu
          anchor={menu.anchor}
          label={`「${assetName(menu.asset)}」的更多操作`}
          items={actionsFor(actions, 'row').map(({ key, label, icon, danger, perform }) => ({
            key,
            label,
            icon,
            danger: danger ?? false,
            run: () => void perform([menu.asset]),
          }))}
          onClose={() => setMenu(null)}
        />
      )}
      <AssetPreview
        place={place !== null && place <= total ? place : null}
        total={total}
        asset={rows.isPlaceholderData ? null : (items[(place ?? 0) - 1 - offset] ?? null)}
        onGo={(to) => preview(to, { replace: true })}
        onClose={() => preview(null)}
        onDelete={(asset) => void deleteShown(asset)}
      />
      <PageFooter query={list} pageSizes={assetPageSizes} total={total} unit={kind.counted} settled={!rows.isPlaceholderData} />
    </>
  )
}
