import { IconImageClose } from '@arco-design/web-react/icon'
import { useState } from 'react'
import type { ThumbnailWidth } from '../../../contract/constants'
import { thumbnailUrl } from '../../api/file-url'

interface PiecePictureProps {
  readonly url: string | null
  readonly width?: ThumbnailWidth
}

/** The picture of a piece; a mark where there is none, or where it does not load. */
export function PiecePicture({ url, width = 200 }: PiecePictureProps) {
  const [broken, setBroken] = useState<string | null>(null)
  if (url === null || broken === url) {
    return (
      <span className="piece-picture is-missing" title="图片没有取到">
        <IconImageClose />
      </span>
    )
  }
  return (
    <span className="piece-picture picture-box">
      <img src={thumbnailUrl(url, width)} alt="" loading="lazy" decoding="async" onError={() => setBroken(url)} />
    </span>
  )
}
