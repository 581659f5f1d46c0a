import { Pagination } from '@arco-design/web-react'
import { useEffect, useRef } from 'react'
import { countText } from '../base/money'
import type { ListQuery } from './use-list-query'

interface PageFooterProps {
  readonly query: ListQuery
  readonly pageSizes: readonly number[]
  /** How many there are on all pages. */
  readonly total: number
  /** What is counted: 个型号. */
  readonly unit?: string
  /** `total` is what the server says now and not of the rows before; only then a page past the end is left. */
  readonly settled?: boolean
  /** Offers going to a page by its number. */
  readonly jumper?: boolean
}

/** Count and pages at the foot of a list. */
export function PageFooter({ query, pageSizes, total, unit = '条', settled = true, jumper = false }: PageFooterProps) {
  const { pageNo, pageSize, set } = query
  const hasPages = total > Math.min(...pageSizes)
  const footer = useRef<HTMLElement>(null)
  const lastPage = Math.max(1, Math.ceil(total / pageSize))
  const gone = settled && pageNo > lastPage
  // The last row of the last page was deleted, or an old address names a page that is gone.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `set` is another function on every render
  useEffect(() => {
    if (gone) set({ page: lastPage }, { replace: true })
  }, [gone, lastPage])
  // Arco names a plain div there, which no screen reader may read out.
  useEffect(() => {
    footer.current?.querySelector('.arco-pagination-option')?.setAttribute('role', 'group')
  })
  return (
    <footer ref={footer} className={`list-footer${hasPages ? '' : ' is-plain'}`}>
      <span className="numeric">
        共 {countText(total)} {unit}
      </span>
      {hasPages && (
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
