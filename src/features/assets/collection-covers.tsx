import type { DesignAssetCollection } from '../../../contract/types'
import { thumbnailUrl } from '../../api/file-url'

/** Shows the first pictures of a collection. */
export function CollectionCovers({ collection: { coverUrls, count } }: { readonly collection: DesignAssetCollection }) {
  if (coverUrls.length === 0) return <span className="assets-no-cover">{count === 0 ? '还没有内容' : ''}</span>
  return (
    <span className="assets-covers">
      {coverUrls.map((url) => (
        <span key={url} className="assets-cover picture-box">
          <img src={thumbnailUrl(url, 100)} alt="" loading="lazy" decoding="async" />
        </span>
      ))}
    </span>
  )
}
