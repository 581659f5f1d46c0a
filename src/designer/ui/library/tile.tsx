import { IconImage } from '@arco-design/web-react/icon'
import { type PointerEvent, type ReactNode, useState } from 'react'
import { thumbnailUrl } from '../../../api/file-url'
import { materialText, type StoredAsset } from './load-picture'
import type { CanvasDrag } from './use-canvas-drag'

interface TileProps<A extends Pick<StoredAsset, 'name' | 'url'>> {
  readonly asset: A
  /** Accessible name of the action, such as 添加「海浪」. */
  readonly label: string
  /** Shown while the tile is hovered or focused. */
  readonly caption?: string
  readonly drag: CanvasDrag<A>
  readonly onAdd: (asset: A) => void
  readonly children?: ReactNode
}

/** A picture, or a sign for one without an address, that is added by a click, Enter or a drag onto the canvas. */
export function Tile<A extends Pick<StoredAsset, 'name' | 'url'>>({
  asset,
  label,
  caption,
  drag,
  onAdd,
  children,
}: TileProps<A>) {
  /** Number of reloads after failures of the small picture. */
  const [reloads, setReloads] = useState(0)
  const [broken, setBroken] = useState(false)
  const address = thumbnailUrl(asset.url, 200)
  const take = () => {
    if (drag.wasDrag()) return
    if (broken) {
      setBroken(false)
      setReloads((count) => count + 1)
    } else onAdd(asset)
  }
  const onPointerDown = (event: PointerEvent) => {
    if (!broken) drag.startDrag(event, asset, address)
  }
  return (
    <li className="designer-tile-cell">
      <button
        type="button"
        className={`designer-tile picture-box${broken ? ' is-broken' : ''}`}
        title={asset.name}
        aria-label={broken ? `${materialText.failed}，重新加载「${asset.name}」` : label}
        onClick={take}
        onPointerDown={onPointerDown}
      >
        {broken ? (
          <span>
            {materialText.failed}
            <br />
            点击重试
          </span>
        ) : address === '' ? (
          <IconImage className="designer-tile-blank" />
        ) : (
          <img
            key={reloads}
            src={address}
            alt=""
            draggable={false}
            loading="lazy"
            decoding="async"
            onError={() => setBroken(true)}
          />
        )}
        {caption && !broken && (
          <span className="designer-tile-caption" aria-hidden="true">
            {caption}
          </span>
        )}
      </button>
      {children}
    </li>
  )
}
