import { Pagination } from '@arco-design/web-react'
import { useDeferredValue, useEffect, useRef } from 'react'
import { countText } from '../base/money'
import type { ListQuery } from './use-list-query'

interface PageFooterProps {
  readonly query: ListQuery
  readonly pageSizes: readonly number[]
  /** Number of rows on all pages. */
  readonly total: number
  /** The counted unit: 个型号. */
  readonly unit?: string
  /** Whether `total` is current and not from the previous rows; only then a page past the end is left. */
  readonly isTotalCurrent?: boolean
  /** Whether to offer a field for the page number. */
  readonly jumper?: boolean
}

/** Count and pages below a list. */
export function PageFooter({ query, pageSizes, total, unit = '条', isTotalCurrent = true, jumper = false }: PageFooterProps) {
  const { pageNo, pageSize, set } = query
  const hasPages = total > Math.min(...pageSizes)
  // The rows come first; the footer keeps the place of its pages.
  const showsPages = useDeferredValue(hasPages, false)
  const footer = useRef<HTMLElement>(null)
  const lastPage = Math.max(1, Math.ceil(total / pageSize))
  const isPastEnd = isTotalCurrent && pageNo > lastPage
  // The last row of the last page was deleted, or an old address contains a page that no longer exists.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `set` is another function on every render
  useEffect(() => {
    if (isPastEnd) set({ page: lastPage }, { replace: true })
  }, [isPastEnd, lastPage])
  // Arco labels a plain div there, which screen readers ignore without a role.
  useEffect(() => {
    footer.current?.querySelector('.arco-pagination-option')?.setAttribute('role', 'group')
  })
  return (
    <footer ref={footer} className={`list-footer${hasPages ? '' : ' is-plain'}`}>
      <span className="numeric">
        共 {countText(total)} {unit}
      </span>
      {showsPages && (
        <Pagination
          size="small"
          current={Math.min(pageNo, lastPage)}
          pageSize={pageSize}
          total={total}
          sizeCanChange={pageSizes.length > 1}
          sizeOptions={[...pageSizes]}
          showJumper={jumper}
          onChange={(page, size) => set(size === pageSize ? { page } : { pageSize: size })}
        />
      )}
    </footer>
  )
}
