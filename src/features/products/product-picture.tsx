import { IconImage } from '@arco-design/web-react/icon'
import { useState } from 'react'
import { thumbnailUrl } from '../../api/file-url'

/** A product's picture from the marketplace; one that does not load leaves an empty box. */
export function ProductPicture({ url }: { readonly url: string | null }) {
  const [broken, setBroken] = useState<string | null>(null)
  return (
    <span className="products-picture">
      {url === null || url === broken ? (
        <IconImage />
      ) : (
        <img src={thumbnailUrl(url, 100)} alt="" loading="lazy" referrerPolicy="no-referrer" onError={() => setBroken(url)} />
      )}
    </span>
  )
}

/** A drawing of a phone case with a price tag, for empty states. */
export function ProductsPicture() {
  return (
    <svg viewBox="0 0 96 120" width="96" height="120" fill="none" aria-hidden="true">
      <rect x="14" y="6" width="56" height="108" rx="12" stroke="currentColor" strokeWidth="2" />
      <rect x="20" y="12" width="20" height="20" rx="6" stroke="currentColor" strokeWidth="2" />
      <circle cx="30" cy="22" r="4" stroke="currentColor" strokeWidth="2" />
      <path d="M56 66l16-12 18 12v34H56z" stroke="currentColor" strokeWidth="2" strokeLinejoin="round" fill="var(--color-bg-1)" />
      <circle cx="72" cy="68" r="3" stroke="currentColor" strokeWidth="2" />
      <path d="M63 82h18M63 90h12" stroke="currentColor" strokeWidth="1.5" />
    </svg>
  )
}
