import { IconImage, IconImageClose } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { thumbnailUrl } from '../../api/file-url'
import './order-thumb.css'

interface OrderThumbProps {
  readonly url: string
  /** 查看小米14的定制图 */
  readonly label: string
  readonly onOpen: () => void
}

/** A small picture that opens the large one. A picture that does not load says so; the large view tells why. */
export function OrderThumb({ url, label, onOpen }: OrderThumbProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const isBroken = broken === url
  return (
    <button
      type="button"
      className={`orders-thumb${isBroken ? ' is-broken' : ' picture-box'}`}
      aria-label={isBroken ? `${label}（图片没有取到）` : label}
      title={isBroken ? '图片没有取到，点开查看原因' : label}
      onClick={onOpen}
    >
      {isBroken ? (
        <IconImageClose />
      ) : (
        // alt is empty because the button has a label.
        <img src={thumbnailUrl(url, 200)} alt="" loading="lazy" decoding="async" onError={() => setBroken(url)} />
      )}
    </button>
  )
}

/** Picture of a product on its marketplace, or a mark that there is none. */
export function ProductPicture({ url }: { readonly url: string | null }) {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span className="orders-product-picture" title={url === null ? '平台没有给商品图片' : undefined}>
      {url !== null && broken !== url ? (
        <img src={thumbnailUrl(url, 100)} alt="" loading="lazy" decoding="async" onError={() => setBroken(url)} />
      ) : (
        <IconImage />
      )}
    </span>
  )
}
