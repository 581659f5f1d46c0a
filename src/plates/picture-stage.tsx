import './picture-stage.css'
import { Button, Spin } from '@arco-design/web-react'
import { IconFullscreen, IconMinus, IconPlus, IconRefresh } from '@arco-design/web-react/icon'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { resolveFileUrl, thumbnailUrl } from '../api/file-url'
import { missingReason, pictureHeadQuery } from './picture-facts'
import type { Size } from './stage-zoom'
import { useStage } from './use-stage'

/** The pictures of the phone case under and over the design; sizes in their own px. */
export interface StageFrame extends Size {
  readonly backgroundUrl: string | null
  readonly foregroundUrl: string | null
}

interface PictureStageProps {
  readonly url: string
  readonly alt: string
  /** null shows the picture without a case. */
  readonly frame: StageFrame | null
  /** Whether the keys that zoom work wherever the focus is. */
  readonly hasPageKeys?: boolean
  /** Called when the whole picture is shown. */
  readonly onShown?: () => void
  /** Further controls, shown before those of the zoom. */
  readonly children?: ReactNode
}

function MissingPicture({ url, onRetry }: { readonly url: string; readonly onRetry: () => void }) {
  const head = useQuery(pictureHeadQuery(url))
  return (
    <div className="picture-stage-missing" role="alert">
      <strong>图片没有取到</strong>
      <p>{head.data === undefined ? '正在查找原因…' : missingReason(head.data.status)}</p>
      <Button size="small" icon={<IconRefresh />} onClick={onRetry}>
        重试
      </Button>
    </div>
  )
}

/**
 * Shows a picture as large as its box allows; it is zoomed by wheel, buttons and keys and moved by dragging or arrow keys. A
 * checkerboard shows where it is transparent.
 */
export function PictureStage({ url, alt, frame, hasPageKeys = false, onShown, children }: PictureStageProps) {
  const queries = useQueryClient()
  const box = useRef<HTMLDivElement>(null)
  const [naturalSize, setNaturalSize] = useState<Size | null>(null)
  const [broken, setBroken] = useState(false)
  const [attempt, setAttempt] = useState(0)

  const {
    shown: shownSize,
    view,
    percent,
    isZoomed,
    zoomIn,
    zoomOut,
    fitToBox,
    actual: showActualSize,
    handlers,
  } = useStage(box, frame, naturalSize)
  const onPageKey = useEffectEvent(handlers.onPageKey)
  useEffect(() => {
    if (!hasPageKeys) return
    addEventListener('keydown', onPageKey)
    return () => removeEventListener('keydown', onPageKey)
  }, [hasPageKeys])
  const retry = () => {
    // The picture's facts beside it show the same answer, so it is read again instead of removed.
    void queries.resetQueries({ queryKey: pictureHeadQuery(url).queryKey })
    setBroken(false)
    setNaturalSize(null)
    setAttempt((count) => count + 1)
  }

  return (
    <div className="picture-stage">
      <div className="picture-stage-bar">
        {children}
        <span className="picture-stage-zoom">
          <Button size="mini" icon={<IconMinus />} aria-label="缩小" disabled={broken} onClick={zoomOut} />
          <span className="picture-stage-percent numeric" aria-live="polite">
            {percent === null ? '—' : `${percent}%`}
          </span>
          <Button size="mini" icon={<IconPlus />} aria-label="放大" disabled={broken} onClick={zoomIn} />
          <Button size="mini" icon={<IconFullscreen />} disabled={broken} onClick={fitToBox}>
            适应
          </Button>
          <Button size="mini" disabled={broken} onClick={showActualSize}>
            实际像素
          </Button>
        </span>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot serve as the box of a picture */}
      <div
        ref={box}
        className={`picture-stage-box${isZoomed ? ' is-zoomed' : ''}`}
        role="group"
        aria-label="图片：按加减键缩放，方向键移动，0 适应窗口，1 实际像素"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to focus the box to zoom and move
        tabIndex={0}
        {...handlers.ofBox}
      >
        {broken ? (
          <MissingPicture url={url} onRetry={retry} />
        ) : (
          <>
            <div
              className={`picture-stage-picture${naturalSize === null ? '' : ' checkerboard'}`}
              style={{
                ...(shownSize !== null && { width: shownSize.width, height: shownSize.height }),
                transform: `translate(-50%, -50%) translate(${view.x}px, ${view.y}px) scale(${view.scale})`,
              }}
            >
              {frame?.backgroundUrl && <img src={resolveFileUrl(frame.backgroundUrl)} alt="" draggable={false} />}
              {naturalSize === null && <img src={thumbnailUrl(url, 400)} alt="" draggable={false} className="is-preview" />}
              <img
                key={attempt}
                src={resolveFileUrl(url)}
                alt={alt}
                draggable={false}
                decoding="async"
                onLoad={({ currentTarget }) => {
                  setNaturalSize({ width: currentTarget.naturalWidth || 1, height: currentTarget.naturalHeight || 1 })
                  onShown?.()
                }}
                onError={() => setBroken(true)}
              />
              {frame?.foregroundUrl && <img src={resolveFileUrl(frame.foregroundUrl)} alt="" draggable={false} />}
            </div>
            {naturalSize === null && <Spin className="picture-stage-wait" />}
          </>
        )}
      </div>
    </div>
  )
}
