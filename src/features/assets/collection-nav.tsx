import { useEffect, useRef } from 'react'
import { Link } from 'wouter'
import type { DesignAssetCollection } from '../../../contract/types'
import { galleryOf } from '../../base/paths'
import type { AssetKind } from './asset-kinds'

interface CollectionNavProps {
  readonly kind: AssetKind
  readonly collections: readonly DesignAssetCollection[]
  readonly current: DesignAssetCollection
}

/** Lists the collections of a library with their counts, beside the gallery (above it in a narrow window). */
export function CollectionNav({ kind, collections, current }: CollectionNavProps) {
  const link = useRef<HTMLAnchorElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when another collection becomes current
  useEffect(() => {
    link.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current.id])
  return (
    <nav className="assets-nav" aria-label={`${kind.label}分组`}>
      <ul>
        {collections.map((collection) => {
          const isCurrent = collection.id === current.id
          return (
            <li key={collection.id}>
              <Link
                ref={isCurrent ? link : null}
                href={galleryOf(kind.key)({ collection: collection.id })}
                className="assets-nav-link"
                title={collection.name}
                aria-current={isCurrent ? 'page' : undefined}
                data-drop={isCurrent ? undefined : collection.id}
                draggable={false}
              >
                <span className="assets-nav-name">{collection.name}</span>
                <span className="assets-nav-count numeric">{collection.count}</span>
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
