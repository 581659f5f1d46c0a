import { Button, Radio, Select } from '@arco-design/web-react'
import { IconLeft, IconRight } from '@arco-design/web-react/icon'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AssetType, assetType } from '../../../../contract/constants'
import type { DesignAsset } from '../../../../contract/types'
import { resolveFileUrl } from '../../../api/file-url'
import { assetCollectionsQuery, assetsQuery } from '../../../api/queries/assets'
import { useApi } from '../../../api/services'

const kindNames: Readonly<Record<AssetType, string>> = {
  [assetType.image]: '图库',
  [assetType.sticker]: '贴纸',
  [assetType.background]: '背景',
}
const kinds = Object.values(assetType).map((value) => ({ value, label: kindNames[value] }))

const pageSize = 12
const quiet = { meta: { quiet: true } } as const

interface AssetPickerProps {
  readonly disabled: boolean
  readonly onPick: (asset: DesignAsset) => void
}

/** Chooses a picture of the shop's library. */
export function AssetPicker({ disabled, onPick }: AssetPickerProps) {
  const api = useApi()
  const [type, setType] = useState<AssetType>(assetType.image)
  const [chosenId, setChosenId] = useState<number | null>(null)
  const [pageNo, setPageNo] = useState(1)
  const collections = useQuery({ ...assetCollectionsQuery(api, type), ...quiet })
  const filled = (collections.data ?? []).filter(({ count }) => count > 0)
  const collection = filled.find(({ id }) => id === chosenId) ?? filled[0]
  const assets = useQuery({
    ...assetsQuery(api, { collectionId: collection?.id ?? 0, pageNo, pageSize }),
    ...quiet,
    enabled: collection !== undefined,
  })
  const pages = Math.max(1, Math.ceil((collection?.count ?? 0) / pageSize))
  return (
    <div className="templates-assets">
      <div className="templates-assets-row">
        <Radio.Group
          type="button"
          size="small"
          aria-label="素材类型"
          value={type}
          options={kinds}
          onChange={(next: AssetType) => {
            setType(next)
            setChosenId(null)
            setPageNo(1)
          }}
        />
        {collection && (
          <Select
            aria-label="素材分组"
            size="small"
            value={collection.id}
            onChange={(id: number) => {
              setChosenId(id)
              setPageNo(1)
            }}
            options={filled.map(({ id, name, count }) => ({ value: id, label: `${name}（${count}）` }))}
          />
        )}
      </div>
      {collections.data && !collection && <p className="templates-setting-hint">这里还没有素材。</p>}
      {(collections.isError || assets.isError) && (
        <p className="templates-setting-problem" role="alert">
          素材加载失败
          <Button size="mini" onClick={() => void (collections.isError ? collections : assets).refetch()}>
            重试
          </Button>
        </p>
      )}
      {collection && (
        <ul className="templates-assets-grid" aria-label="素材">
          {(assets.data?.items ?? []).map((asset) => (
            <li key={asset.id}>
              <button type="button" className="picture-box" title={asset.name} disabled={disabled} onClick={() => onPick(asset)}>
                <img src={resolveFileUrl(asset.url)} alt={asset.name} loading="lazy" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {pages > 1 && (
        <nav className="templates-assets-row" aria-label="素材分页">
          <Button
            size="mini"
            icon={<IconLeft />}
            aria-label="上一页"
            disabled={pageNo <= 1}
            onClick={() => setPageNo(pageNo - 1)}
          />
          <span className="numeric">
            第 {pageNo} / {pages} 页
          </span>
          <Button
            size="mini"
            icon={<IconRight />}
            aria-label="下一页"
            disabled={pageNo >= pages}
            onClick={() => setPageNo(pageNo + 1)}
          />
        </nav>
      )}
    </div>
  )
}
