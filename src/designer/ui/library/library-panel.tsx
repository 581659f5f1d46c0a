import './library.css'
import { Button, Select } from '@arco-design/web-react'
import { IconLeft, IconRefresh, IconRight } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import type { DesignAsset, DesignAssetCollection } from '../../../../contract/types'
import type { Point } from '../../../../design/geometry/shapes'
import { imageLayer, layerName } from '../../../../design/model/create'
import { assetCollectionsQuery, assetsQuery } from '../../../api/queries/assets'
import { useApi } from '../../../api/services'
import { FailureText } from '../../../ui/failure-view'
import { TabBar } from '../../../ui/tab-bar'
import { useOptionFilter } from '../../../ui/use-option-filter'
import { useDesigner, useSession } from '../context'
import { type LibraryKind, libraryKinds, libraryPageSize, sortBoundFirst, startCollection } from './library-kinds'
import { materialText } from './load-picture'
import { Tile } from './tile'
import { useAddStored } from './use-add-stored'
import { useCanvasDrag } from './use-canvas-drag'

/** Failures are shown in the panel with a retry instead of a modal. */
const quiet = { quiet: true } as const

/** The shop's pictures, stickers and backgrounds, by collection. */
export function LibraryPanel() {
  const [key, setKey] = useState(libraryKinds[0].key)
  const kind = libraryKinds.find((one) => one.key === key) ?? libraryKinds[0]
  return (
    <section className="designer-library" aria-label="素材库">
      <TabBar tabs={libraryKinds} active={kind.key} label="素材类型" inner onChange={setKey}>
        <Collections key={kind.key} kind={kind} />
      </TabBar>
    </section>
  )
}

function Collections({ kind }: { readonly kind: LibraryKind }) {
  const api = useApi()
  const bound = useSession((state) => state.doc.boundDesignAssetCollectionIds)
  const query = useQuery({ ...assetCollectionsQuery(api, kind.type), meta: quiet })
  const [chosenId, setChosenId] = useState<number | null>(null)
  const filterOption = useOptionFilter()
  if (!query.data) {
    return query.isError ? (
      <MaterialFailure error={query.error} retrying={query.isFetching} onRetry={() => void query.refetch()} />
    ) : (
      <MaterialLoading />
    )
  }
  const collections = sortBoundFirst(query.data, bound)
  const chosen = collections.find((collection) => collection.id === chosenId) ?? startCollection(collections)
  if (!chosen) return <EmptyLibrary kind={kind} text={`店铺里还没有${kind.noun}`} />
  const option = ({ id, name, count }: DesignAssetCollection) => (
    <Select.Option key={id} value={id} extra={name}>
      {name}（{count}）{bound.includes(id) && <span className="designer-library-bound">买家可选</span>}
    </Select.Option>
  )
  return (
    <>
      <Select
        aria-label={`${kind.label}分组`}
        value={chosen.id}
        onChange={setChosenId}
        showSearch
        filterOption={filterOption}
        triggerProps={{ getPopupContainer: (node) => node.parentElement ?? document.body }}
      >
        {collections.map(option)}
      </Select>
      <Assets key={chosen.id} kind={kind} collection={chosen} />
    </>
  )
}

function Assets({ kind, collection }: { readonly kind: LibraryKind; readonly collection: DesignAssetCollection }) {
  const api = useApi()
  const { session } = useDesigner()
  const [pageNo, setPageNo] = useState(1)
  const query = useQuery({ ...assetsQuery(api, { collectionId: collection.id, pageNo, pageSize: libraryPageSize }), meta: quiet })
  const { loading, add, asBackground } = useAddStored()
  const isBackground = kind.key === 'backgrounds'
  const addAsset = (asset: DesignAsset, at: Point | null = null) => {
    if (isBackground) void asBackground(asset)
    else {
      const sticker = kind.key === 'stickers'
      void add(asset, at, (picture) =>
        imageLayer(picture, session.getState().doc, { uuid: session.uuid(), sticker, uploaded: false }),
      )
    }
  }
  const drag = useCanvasDrag(addAsset)
  const page = query.data
  // The placeholder data may be a page of another collection.
  const isOtherCollection = query.isPlaceholderData && page?.items.some((asset) => asset.collectionId !== collection.id)
  if (!page || isOtherCollection) {
    return query.isError ? (
      <MaterialFailure error={query.error} retrying={query.isFetching} onRetry={() => void query.refetch()} />
    ) : (
      <MaterialLoading />
    )
  }
  const pages = Math.max(1, Math.ceil(page.totalItems / libraryPageSize))
  // The last picture of the last page was deleted meanwhile, so go to the page before.
  if (pageNo > pages && !query.isPlaceholderData) setPageNo(pages)
  if (page.totalItems === 0) return <EmptyLibrary kind={kind} text={`「${collection.name}」里还没有${kind.noun}`} />
  return (
    <>
      <ul className="designer-tiles" aria-label={`${collection.name}的${kind.noun}`} aria-busy={query.isPlaceholderData}>
        {page.items.map((asset) => (
          <Tile
            key={asset.id}
            asset={asset}
            label={isBackground ? `把「${layerName(asset.name)}」设为背景` : `添加${kind.noun}「${layerName(asset.name)}」`}
            {...(isBackground && { caption: '设为背景' })}
            drag={drag}
            onAdd={addAsset}
          />
        ))}
      </ul>
      {query.isRefetchError && (
        <p className="designer-material-failed" role="alert">
          {materialText.failed}
          <Button size="mini" icon={<IconRefresh />} loading={query.isFetching} onClick={() => void query.refetch()}>
            重试
          </Button>
        </p>
      )}
      {pages > 1 && (
        <nav className="designer-pages" aria-label={`${kind.label}分页`}>
          <Button
            size="small"
            icon={<IconLeft />}
            aria-label="上一页"
            disabled={pageNo <= 1}
            onClick={() => setPageNo((now) => Math.max(1, now - 1))}
          />
          <span className="numeric">
            第 {Math.min(pageNo, pages)} / {pages} 页
          </span>
          <Button
            size="small"
            icon={<IconRight />}
            aria-label="下一页"
            disabled={pageNo >= pages}
            onClick={() => setPageNo((now) => Math.min(pages, now + 1))}
          />
        </nav>
      )}
      <p className="designer-hint" role="status">
        {loading || query.isPlaceholderData
          ? materialText.loading
          : isBackground
            ? `点击${kind.noun}，铺满画布并换下原来的背景`
            : `点击或拖到画布上，共 ${page.totalItems} 张`}
      </p>
      {drag.ghost}
    </>
  )
}

export function MaterialLoading() {
  return (
    <p className="designer-material-loading" role="status">
      {materialText.loading}
    </p>
  )
}

interface MaterialFailureProps {
  readonly error: unknown
  readonly retrying: boolean
  readonly onRetry: () => void
}

export function MaterialFailure({ error, retrying, onRetry }: MaterialFailureProps) {
  return (
    <div className="designer-material-failed" role="alert">
      <strong>{materialText.failed}</strong>
      <span>
        <FailureText error={error} />
      </span>
      <Button size="small" icon={<IconRefresh />} loading={retrying} onClick={onRetry}>
        重试
      </Button>
    </div>
  )
}

function EmptyLibrary({ kind, text }: { readonly kind: LibraryKind; readonly text: string }) {
  return (
    <div className="designer-material-none">
      <p>{text}</p>
      <Link href={kind.screen} className="arco-link">
        去素材库添加{kind.noun}
      </Link>
    </div>
  )
}
