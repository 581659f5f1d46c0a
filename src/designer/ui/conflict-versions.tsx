import './dialogs.css'
import { useEffect, useState } from 'react'
import { revokeOnceLoaded } from '../../../contract/ground/revoke-once-loaded'
import type { DesignDoc } from '../../../design/model/types'
import { useCell, useDesigner } from './context'

interface ConflictVersionsProps {
  readonly mine: DesignDoc
  readonly theirs: DesignDoc
}

/** Shows both versions side by side, so that a seller can compare them. */
export function ConflictVersions({ mine, theirs }: ConflictVersionsProps) {
  return (
    <div className="designer-versions">
      <Version title="我的修改" doc={mine} />
      <Version title="最新版本" doc={theirs} />
    </div>
  )
}

function Version({ title, doc }: { readonly title: string; readonly doc: DesignDoc }) {
  const picture = useThumbnail(doc)
  return (
    <figure className="designer-version" aria-label={title}>
      <div className="designer-version-picture picture-box" aria-busy={picture.url === null && !picture.failed}>
        {picture.url !== null && <img src={picture.url} alt={`${title}的画面`} />}
        {picture.failed && <span className="designer-hint">画面中有图片没有加载成功</span>}
      </div>
      <figcaption>
        <strong>{title}</strong>
        <span className="designer-version-name" title={doc.name}>
          {doc.name || '未命名模板'}
        </span>
        <span className="designer-hint">{doc.layers.length} 个图层</span>
      </figcaption>
    </figure>
  )
}

interface Thumbnail {
  readonly url: string | null
  readonly failed: boolean
}

const none: Thumbnail = { url: null, failed: false }

/** Draws the design's thumbnail as a save would. */
function useThumbnail(doc: DesignDoc): Thumbnail {
  const { renderer } = useDesigner()
  const canvas = useCell(renderer)
  const [thumbnail, setThumbnail] = useState(none)
  useEffect(() => {
    if (!canvas) return
    let wanted = true
    let objectUrl: string | null = null
    canvas.exportThumbnail(doc).then(
      (blob) => {
        if (!wanted) return
        objectUrl = URL.createObjectURL(blob)
        setThumbnail({ url: objectUrl, failed: false })
      },
      () => wanted && setThumbnail({ url: null, failed: true }),
    )
    return () => {
      wanted = false
      if (objectUrl !== null) revokeOnceLoaded(objectUrl)
      setThumbnail(none)
    }
  }, [canvas, doc])
  return thumbnail
}
