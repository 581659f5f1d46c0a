import { Button, Skeleton } from '@arco-design/web-react'
import { IconFolder, IconPlus, IconUpload } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { DesignAssetCollection } from '../../../contract/types'
import { assetCollectionsQuery } from '../../api/queries/assets'
import { useApi } from '../../api/services'
import { assetCollectionsOf, galleryOf } from '../../base/paths'
import { ListView } from '../../ui/list-view'
import { PageActions } from '../../ui/page'
import { useListQuery } from '../../ui/use-list-query'
import { CardSkeletons } from './asset-card'
import { AssetGallery, assetPageSizes } from './asset-gallery'
import type { AssetKind } from './asset-kinds'
import { CollectionForm } from './collection-form'
import { CollectionNav } from './collection-nav'
import { NoCollections } from './no-collections'
import { UploadTargetArea } from './upload-target-area'
import './assets.css'

/** One library of 素材库: its collections beside the gallery of the chosen one. */
export function AssetLibrary({ kind }: { readonly kind: AssetKind }) {
  const api = useApi()
  const [, navigate] = useLocation()
  const list = useListQuery(galleryOf(kind.key), assetPageSizes)
  const collections = useQuery(assetCollectionsQuery(api, kind.type))
  const [adding, setAdding] = useState(false)
  const currentOf = (collections: readonly DesignAssetCollection[]) =>
    collections.find((collection) => String(collection.id) === list.get('collection')) ?? collections[0]
  const openUpload = () => list.set({ page: list.pageNo, upload: 'new' })
  const skeleton = (
    <div className="assets">
      <Skeleton className="assets-nav" animation text={{ rows: 6 }} />
      <div className="assets-main">
        <CardSkeletons width={kind.thumbnail} />
      </div>
    </div>
  )
  return (
    <>
      {currentOf(collections.data ?? []) && (
        <PageActions>
          <Button type="text" icon={<IconPlus />} onClick={() => setAdding(true)}>
            新建分组
          </Button>
          <Button
            type="text"
            icon={<IconFolder />}
            onClick={() => navigate(assetCollectionsOf(kind.key).path, { state: { from: 'gallery' } })}
          >
            管理分组
          </Button>
          <Button type="primary" icon={<IconUpload />} onClick={openUpload}>
            上传{kind.noun}
          </Button>
        </PageActions>
      )}
      <ListView result={collections} skeleton={skeleton}>
        {(collections) => {
          const current = currentOf(collections)
          if (!current) return <NoCollections kind={kind} onAdd={() => setAdding(true)} />
          return (
            <div className="assets">
              <CollectionNav kind={kind} collections={collections} current={current} />
              <UploadTargetArea key={current.id} kind={kind} collection={current}>
                <AssetGallery kind={kind} collections={collections} collection={current} onUpload={openUpload} />
              </UploadTargetArea>
            </div>
          )
        }}
      </ListView>
      <CollectionForm
        kind={kind}
        target={adding ? 'new' : null}
        onClose={() => setAdding(false)}
        onAdded={({ id }) => navigate(galleryOf(kind.key)({ collection: id }))}
      />
    </>
  )
}
