import { IconImage } from '@arco-design/web-react/icon'
import { type CSSProperties, useState } from 'react'
import type { TemplateRow, Wireframe } from '../../../contract/types'
import type { Box, Size } from '../../../design/model/types'
import { caseLayout, thumbnailSize } from '../../../design/print/case-layout'
import { resolveFileUrl, sharpUrl } from '../../api/file-url'

const boxStyle = ({ x, y, width, height }: Box): CSSProperties => ({ left: x, top: y, width, height })

export interface CaseViewProps {
  readonly template: TemplateRow
  /** Null: the design is shown without a case. */
  readonly wireframe: Wireframe | null
  /** CSS colour where neither design nor wireframe covers the case. */
  readonly paper: string
  readonly space: Size
  /** Whether the print area's line is drawn. */
  readonly showPrintArea: boolean
  /** The light of its material on the case, and how much of its body is seen. Null: the case is shown flat. */
  readonly light?: { readonly url: string; readonly bodyOpacity: number } | null
  /** The same picture in a higher resolution, once it has been made. */
  readonly highResolutionUrl?: string | null
}

/**
 * A template on a case: its thumbnail between the wireframe's pictures. Uses plain image elements, because the engine decodes a
 * picture shared by many cases only once and off the main thread.
 */
export function CaseView({
  template,
  wireframe,
  paper,
  space,
  showPrintArea,
  light = null,
  highResolutionUrl = null,
}: CaseViewProps) {
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set())
  const { thumbnail } = template
  const { size, design, printArea } = caseLayout(template, wireframe, space)
  const shownSize = thumbnail && thumbnailSize(design, thumbnail)
  const layers = [...(wireframe?.layers ?? [])].sort((a, b) => a.index - b.index)
  const markBroken = (url: string) => setBroken((old) => new Set(old).add(url))
  const wireframePicture = ({ imageUrl, index }: Wireframe['layers'][number]) => (
    <img
      key={`${index} ${imageUrl}`}
      className="batch-wire"
      src={resolveFileUrl(imageUrl)}
      alt=""
      decoding="async"
      draggable={false}
      onError={() => markBroken(imageUrl)}
    />
  )
  const problem = () => {
    if (highResolutionUrl !== null) return null
    if (layers.some(({ imageUrl }) => broken.has(imageUrl))) return '线框图加载失败'
    if (thumbnail === null) return '没有缩略图'
    return broken.has(thumbnail.url) ? '图片加载失败' : null
  }
  const text = problem()
  return (
    <span className="batch-case" style={size}>
      <span className="batch-wire" style={{ background: paper, opacity: light?.bodyOpacity }}>
        {layers.filter(({ index }) => index < 0).map(wireframePicture)}
      </span>
      {thumbnail && shownSize && !broken.has(thumbnail.url) && (
        <img
          className="batch-design"
          style={boxStyle({ ...design, ...shownSize })}
          src={sharpUrl(thumbnail.url, thumbnail.width, shownSize.width)}
          alt=""
          decoding="async"
          draggable={false}
          onError={() => markBroken(thumbnail.url)}
        />
      )}
      {light !== null && <img className="batch-wire batch-light" src={light.url} alt="" decoding="async" draggable={false} />}
      {layers.filter(({ index }) => index >= 0).map(wireframePicture)}
      {highResolutionUrl !== null && <img className="batch-wire" src={highResolutionUrl} alt="" draggable={false} />}
      {showPrintArea && printArea && <span className="batch-print-area" style={boxStyle(printArea)} />}
      {text !== null && (
        <span className="batch-problem">
          <IconImage />
          {text}
        </span>
      )}
    </span>
  )
}
