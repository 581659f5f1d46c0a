import { Button } from '@arco-design/web-react'
import { IconDelete, IconEdit, IconEye, IconFolder, IconUpload } from '@arco-design/web-react/icon'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import type { DesignAsset, DesignAssetCollection, LooseDesignAsset } from '../../../contract/types'
import { assetKeys } from '../../api/queries/assets'
import { useApi } from '../../api/services'
import { galleryOf } from '../../base/paths'
import { type Action, actionsFor } from '../../ui/action'
import { BulkBar } from '../../ui/bulk-bar'
import { EmptyState } from '../../ui/empty'
import { LoadError, RefreshError } from '../../ui/failure-view'
import { Menu } from '../../ui/menu'
import { NoMatch } from '../../ui/no-match'
import { PageFooter } from '../../ui/page-footer'
import { SearchField } from '../../ui/search-field'
import { SortFailure } from '../../ui/sort-failure'
import { type HandleProps, SortableGrid } from '../../ui/sortable-grid'
import { useListQuery } from '../../ui/use-list-query'
import { useSelection } from '../../ui/use-selection'
import { useSort } from '../../ui/use-sort'
import { AssetCard, type CardActions, CardSkeletons } from './asset-card'
import { assetName } from './asset-facts'
import type { AssetKind } from './asset-kinds'
import { useAssetPeek } from './asset-peek'
import { AssetPreview } from './asset-preview'
import { AssetRename } from './asset-rename'
import { LibraryPicture } from './library-picture'
import { assetIdAt } from './read-assets'
import { useAssetRows } from './use-asset-rows'
import { useDeletions } from './use-deletions'
import { useMoves } from './use-moves'

export const assetPageSizes = [50, 100, 300, 500] as const

/** Height of a card in px by the width of its thumbnail; must agree with assets.css. */
const cardHeight = { 100: 168, 200: 252 } as const

interface AssetGalleryProps {
  readonly kind: AssetKind
  readonly collections: readonly DesignAssetCollection[]
  readonly collection: DesignAssetCollection
  readonly onUpload: () => void
}

/** Shows the assets of one collection, or a search of all collections by name, a page at a time. */
export function AssetGallery({ kind, collections, collection, onUpload }: AssetGalleryProps) {
  const api = useApi()
  const list = useListQuery(galleryOf(kind.key), assetPageSizes)
  const { pageNo, pageSize } = list
  const words = list.get('q')
  const searching = words !== ''
  const queries = useQueryClient()
  const rows = useAssetRows(kind, collection, list)
  const { total } = rows
  const offset = (pageNo - 1) * pageSize
  const selection = useSelection()
  const sort = useSort<DesignAsset>({
    items: rows.ordered,
    page: { offset, total, idAt: (at) => assetIdAt(api, collection.id, at) },
    send: ({ id, next }) => api.designAssets.order({ params: { id }, body: { id, next } }, { quiet: true }),
    reload: () => {
      // The covers of a collection are its first pictures, so the lists of collections change too.
      void queries.invalidateQueries({ queryKey: assetKeys.collectionLists() })
      return queries.invalidateQueries({ queryKey: assetKeys.ofCollection(collection.id) }, { throwOnError: true })
    },
  })
  const items: readonly LooseDesignAsset[] = searching ? rows.items : sort.items
  const deletions = useDeletions(
    kind,
    searching ? { key: `search-${kind.key}`, name: '搜索结果' } : { key: collection.id, name: `「${collection.name}」` },
    selection,
  )
  const moves = useMoves(kind, collections, selection.remove)
  const peek = useAssetPeek(items)
  const [menu, setMenu] = useState<{ readonly asset: LooseDesignAsset; readonly anchor: HTMLElement } | null>(null)
  const [renamed, setRenamed] = useState<LooseDesignAsset | null>(null)

  const previewOrdinal = Number(list.get('preview')) || null
  const preview = (to: number | null, options?: { readonly replace: boolean }) =>
    list.set({ preview: to, page: to === null ? pageNo : Math.ceil(to / pageSize) }, options)
  const openPreview = (asset: LooseDesignAsset) => preview(offset + items.findIndex((one) => one.id === asset.id) + 1)
  const deleteShown = async (asset: LooseDesignAsset) => {
    const wasLast = previewOrdinal === total
    // The next asset has taken its index; after the last one, show the one before.
    if ((await deletions.deleteOne(asset)) && wasLast) preview(total > 1 ? total - 1 : null, { replace: true })
  }

  const actions: readonly Action<LooseDesignAsset>[] = [
    {
      key: 'preview',
      label: '预览',
      icon: <IconEye />,
      where: 'row',
      perform: ([asset]) => asset && openPreview(asset),
    },
    { key: 'rename', label: '重命名', icon: <IconEdit />, where: 'row', perform: ([asset]) => asset && setRenamed(asset) },
    {
      key: 'move',
      label: '移到其他分组',
      icon: <IconFolder />,
      refusal: () => (collections.length < 2 ? '还没有其他分组，请先新建' : null),
      perform: moves.openDialog,
    },
    {
      key: 'delete',
      label: '删除',
      icon: <IconDelete />,
      danger: true,
      perform: (assets) => deletions.deleteMany(assets),
    },
  ]

  // The callbacks go through one object that never changes, so that cards are not rendered again for them.
  const latestActions = useRef<CardActions>({ open: () => undefined, openMenu: () => undefined })
  latestActions.current = { open: openPreview, openMenu: (asset, anchor) => setMenu({ asset, anchor }) }
  const cardActions = useMemo<CardActions>(
    () => ({
      open: (asset) => latestActions.current.open(asset),
      openMenu: (...args) => latestActions.current.openMenu(...args),
    }),
    [],
  )
  const collectionNames = useMemo(
    () => (searching ? new Map(collections.map(({ id, name }) => [id, name])) : null),
    [searching, collections],
  )
  const card = useCallback(
    (asset: LooseDesignAsset, handle: HandleProps, _: number, selectBox: ReactNode) => (
      <AssetCard
        asset={asset}
        width={kind.thumbnail}
        handle={handle}
        selectBox={selectBox}
        actions={cardActions}
        collection={collectionNames?.get(asset.collectionId)}
      />
    ),
    [kind.thumbnail, cardActions, collectionNames],
  )
  /** Dropping one of the ticked assets moves all ticked ones. */
  const dropOn = (id: number, where: string) => {
    const one = items.filter((asset) => asset.id === id)
    const dropped = selection.ids.has(id) ? items.filter((asset) => selection.ids.has(asset.id)) : one
    moves.moveTo(dropped, Number(where))
  }

  const retry = () => void rows.refetch()
  if (rows.isPending && !searching) return <CardSkeletons width={kind.thumbnail} />
  if (!rows.isKnown && rows.isError) return <LoadError error={rows.error} onRetry={retry} retrying={rows.isFetching} />
  if (total === 0 && !searching) {
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
      {moves.elements}
      <BulkBar selection={selection} rows={items} actions={actions} total={total} readAll={rows.readAll}>
        <div className="filter-row">
          <SearchField
            value={words}
            onChange={(q) => list.set({ q }, { replace: true })}
            label={`搜索全部${kind.label}`}
            placeholder={`搜索全部${kind.label}，可用拼音`}
          />
          {searching && rows.isKnown && (
            <span className="assets-hint numeric" role="status">
              在 {collections.length} 个分组里找到 {total} {kind.counted}
            </span>
          )}
        </div>
      </BulkBar>
      {searching && !rows.isKnown && <CardSkeletons width={kind.thumbnail} />}
      {searching && rows.isKnown && total === 0 && (
        <NoMatch text={`全部${kind.label}里，没有名称包含「${words}」的${kind.noun}。`} onClear={() => list.set({ q: null })} />
      )}
      <div className={`assets-gallery is-${kind.thumbnail}${rows.isStale ? ' is-stale' : ''}`} {...peek.props}>
        <SortableGrid
          items={items}
          label={searching ? `搜索到的${kind.noun}` : `「${collection.name}」的${kind.noun}`}
          nameOf={assetName}
          offset={sort.offset}
          total={total}
          selection={selection}
          moveRefusal={searching ? '清空搜索后才能排序' : rows.isStale ? '正在换页' : null}
          onMove={sort.move}
          onDropOutside={dropOn}
          renderItem={card}
          cardHeight={cardHeight[kind.thumbnail === 100 ? 100 : 200]}
        />
      </div>
      {peek.picture}
      {menu !== null && (
        <Menu
          anchor={menu.anchor}
          label={`「${assetName(menu.asset)}」的更多操作`}
          items={actionsFor(actions, 'row').map(({ key, label, icon, danger, perform, refusal }) => ({
            key,
            label,
            icon,
            danger: danger ?? false,
            refusal: refusal?.([menu.asset]) ?? null,
            run: () => void perform([menu.asset]),
          }))}
          onClose={() => setMenu(null)}
        />
      )}
      <AssetRename asset={renamed} onClose={() => setRenamed(null)} />
      <AssetPreview
        ordinal={previewOrdinal !== null && previewOrdinal <= total ? previewOrdinal : null}
        total={total}
        asset={rows.isStale ? null : (items[(previewOrdinal ?? 0) - 1 - offset] ?? null)}
        onOrdinalChange={(to) => preview(to, { replace: true })}
        onClose={() => preview(null)}
        onDelete={(asset) => void deleteShown(asset)}
      />
      <PageFooter
        query={list}
        pageSizes={assetPageSizes}
        total={total}
        unit={kind.counted}
        isTotalCurrent={rows.isKnown && !rows.isStale}
      />
    </>
  )
}
