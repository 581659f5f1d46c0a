import { IconDragDotVertical, IconImage, IconMore } from '@arco-design/web-react/icon'
import { type ReactNode, useState } from 'react'
import type { ThumbnailWidth } from '../../../contract/constants'
import type { LooseDesignAsset } from '../../../contract/types'
import { thumbnailUrl } from '../../api/file-url'
import type { HandleProps } from '../../ui/sortable-grid'
import { VisuallyHidden } from '../../ui/visually-hidden'
import { assetName, assetTitle, pixelText } from './asset-facts'

function Thumbnail({ asset, width }: { readonly asset: LooseDesignAsset; readonly width: ThumbnailWidth }) {
  const [broken, setBroken] = useState(false)
  const [loaded, setLoaded] = useState(false)
  return (
    // The pattern of transparency is shown only behind a picture that has loaded.
    <span className={`assets-picture${loaded && !broken ? ' picture-box' : ''}`}>
      {broken ? (
        <span className="assets-broken">
          <IconImage />
          图片加载失败
        </span>
      ) : (
        <img
          src={thumbnailUrl(asset.url, width)}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          className={loaded ? '' : 'is-loading'}
          onLoad={() => setLoaded(true)}
          onError={() => setBroken(true)}
        />
      )}
    </span>
  )
}

/** Callbacks of a card; must be the same object on every render, so that a card renders only when its own props change. */
export interface CardActions {
  open(asset: LooseDesignAsset): void
  openMenu(asset: LooseDesignAsset, anchor: HTMLElement): void
}

interface AssetCardProps {
  readonly asset: LooseDesignAsset
  readonly width: ThumbnailWidth
  readonly handle: HandleProps
  readonly selectBox: ReactNode
  readonly actions: CardActions
  /** Name of its collection, shown where cards of several collections are listed together. */
  readonly collection?: string | undefined
}

/** An asset in the gallery: its picture opens the preview, the handle moves it, the menu holds the other actions. */
export function AssetCard({ asset, width, handle, selectBox, actions, collection }: AssetCardProps) {
  const name = assetName(asset)
  const { onPointerDown, ...keyboardHandle } = handle
  return (
    <div className="assets-card" onPointerDown={onPointerDown}>
      <button type="button" className="assets-open" onClick={() => actions.open(asset)}>
        <VisuallyHidden>预览</VisuallyHidden>
        <Thumbnail asset={asset} width={width} />
        <span className="assets-name" title={name}>
          {assetTitle(asset)}
        </span>
        <span className="assets-pixels numeric" title={collection}>
          {collection ?? pixelText(asset)}
        </span>
      </button>
      {/* Pressing the tick or the menu must not start a drag; pressing the handle does. */}
      <span className="assets-select-box" onPointerDown={(event) => event.stopPropagation()}>
        {selectBox}
      </span>
      <span className="assets-tools">
        <button type="button" className="assets-tool" {...keyboardHandle}>
          <IconDragDotVertical />
        </button>
        <button
          type="button"
          className="assets-tool"
          aria-label={`「${name}」的更多操作`}
          aria-haspopup="menu"
          onPointerDown={(event) => event.stopPropagation()}
          onClick={(event) => actions.openMenu(asset, event.currentTarget)}
        >
          <IconMore />
        </button>
      </span>
    </div>
  )
}

/** Placeholders of the cards while the first page loads. */
export function CardSkeletons({ width }: { readonly width: ThumbnailWidth }) {
  return (
    <div className={`assets-gallery is-${width}`} role="status" aria-label="正在加载素材">
      <div className="sortable-grid">
        {Array.from({ length: width === 100 ? 24 : 12 }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders differ only by their index
          <div key={index} className="assets-card assets-skeleton">
            <div className="assets-picture" />
            <div className="assets-name" />
            <div className="assets-pixels" />
          </div>
        ))}
      </div>
    </div>
  )
}
