import { type ReactNode, useDeferredValue, useEffect } from 'react'
import { countText } from '../base/money'
import { lazyScreen } from './lazy-screen'
import type { ListQuery } from './use-list-query'

const Pages = lazyScreen(() => import('./pages'), { Loading: () => null })

interface PageFooterProps {
  readonly query: ListQuery
  readonly pageSizes: readonly number[]
  /** Number of rows on all pages. */
  readonly total: number
  /** Whether there may be more rows than `total`: nobody counted further. */
  readonly isLeast?: boolean
  /** The counted unit: 个型号. */
  readonly unit?: string
  /** Whether `total` is current and not from the previous rows; only then a page past the end is left. */
  readonly isTotalCurrent?: boolean
  /** Whether to offer a field for the page number. */
  readonly jumper?: boolean
  /** A text beside the count, in the room that the pages leave. */
  readonly note?: ReactNode
}

/** Count and pages below a list. */
export function PageFooter({
  query,
  pageSizes,
  total,
  isLeast = false,
  unit = '条',
  isTotalCurrent = true,
  jumper = false,
  note,
}: PageFooterProps) {
  const { pageNo, pageSize, set } = query
  const hasPages = total > Math.min(...pageSizes)
  // The rows come first; the footer keeps the place of its pages.
  const showsPages = useDeferredValue(hasPages, false)
  const lastPage = Math.max(1, Math.ceil(total / pageSize))
  const isPastEnd = isTotalCurrent && pageNo > lastPage
  // The last row of the last page was deleted, or an old address contains a page that no longer exists.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `set` is another function on every render
  useEffect(() => {
    if (isPastEnd) set({ page: lastPage }, { replace: true })
  }, [isPastEnd, lastPage])
  return (
    <footer className={`list-footer${hasPages ? '' : ' is-plain'}`}>
      <span className="numeric">
        {isLeast ? `超过 ${countText(total - 1)}` : `共 ${countText(total)}`} {unit}
      </span>
      {note !== undefined && <div className="list-footer-note">{note}</div>}
      {showsPages && (
        <Pages
          pageNo={Math.min(pageNo, lastPage)}
          pageSize={pageSize}
          pageSizes={pageSizes}
          total={total}
          jumper={jumper}
          onChange={(page, size) => set(size === pageSize ? { page } : { pageSize: size })}
        />
      )}
    </footer>
  )
}
