import { IconImage } from '@arco-design/web-react/icon'
import { useEffect, useState } from 'react'
import { takeTurn } from '../../contract/ground/turns'
import type { TemplateRow } from '../../contract/types'
import { resolveFileUrl, thumbnailUrl } from '../api/file-url'
import { useCaseView } from './case-view'
import './template-picture.css'

const flatWhy = '预览机型没有线框图，这是平面图'

type Pictured = Pick<TemplateRow, 'thumbnail' | 'casePicture'>

interface TemplatePictureProps {
  readonly template: Pictured
  /** Width of a thumbnail that is enough for the flat picture, px; absent: the whole thumbnail. */
  readonly flatWidth?: 100 | 200 | 400
}

/**
 * A template on its case, or flat where the seller wants it so or there is no picture of the case. While the first picture of a case is
 * drawn, the flat one is in its place.
 */
export function TemplatePicture({ template, flatWidth }: TemplatePictureProps) {
  const view = useCaseView()
  const { casePicture, thumbnail } = template
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null)
  const [loadedUrl, setLoadedUrl] = useState<string | null>(null)
  const [isFlatSeen, setFlatSeen] = useState(false)
  const onCase = view === 'case' && casePicture !== null && casePicture.url !== brokenUrl ? casePicture : null
  const isLoaded = onCase !== null && loadedUrl === onCase.url
  const isCovered = onCase !== null && (onCase.ready || isLoaded)
  // The flat picture is loaded when it comes near the visible part; the drawing of the other one waits for that.
  const isWanted = onCase !== null && !isCovered && (isFlatSeen || thumbnail === null)
  const hasTurn = useTurn(isWanted ? onCase.url : null)
  return (
    <span className="template-picture">
      {!isCovered && (
        <span className="template-picture-flat picture-box">
          <Flat thumbnail={thumbnail} width={flatWidth} onSettled={() => setFlatSeen(true)} />
        </span>
      )}
      {onCase && (isCovered || hasTurn) && (
        <img
          className={isCovered ? 'template-picture-case is-shown' : 'template-picture-case'}
          src={resolveFileUrl(onCase.url)}
          width={onCase.width}
          height={onCase.height}
          alt=""
          loading={onCase.ready ? 'lazy' : 'eager'}
          decoding="async"
          draggable={false}
          onLoad={() => setLoadedUrl(onCase.url)}
          onError={() => setBrokenUrl(onCase.url)}
        />
      )}
      {view === 'case' && casePicture === null && thumbnail !== null && (
        <span className="template-picture-why" title={flatWhy}>
          {flatWidth === 100 ? '没有线框图' : flatWhy}
        </span>
      )}
    </span>
  )
}

/** Whether it is the turn of this picture, which the server has yet to draw; null wants none, and ends it. */
function useTurn(url: string | null): boolean {
  const [turn, setTurn] = useState<string | null>(null)
  useEffect(() => {
    if (url === null) return
    return takeTurn(() => setTurn(url))
  }, [url])
  return url !== null && turn === url
}

interface FlatProps {
  readonly thumbnail: Pictured['thumbnail']
  readonly width: 100 | 200 | 400 | undefined
  /** Called when the picture is there, or will not come. */
  readonly onSettled: () => void
}

function Flat({ thumbnail, width, onSettled }: FlatProps) {
  const [broken, setBroken] = useState(false)
  if (thumbnail === null || broken) {
    return (
      <span className="card-no-picture">
        <IconImage />
        {broken ? '图片加载失败' : '没有缩略图'}
      </span>
    )
  }
  return (
    <img
      src={width === undefined ? resolveFileUrl(thumbnail.url) : thumbnailUrl(thumbnail.url, width)}
      width={thumbnail.width}
      height={thumbnail.height}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onLoad={onSettled}
      onError={() => {
        setBroken(true)
        onSettled()
      }}
    />
  )
}
