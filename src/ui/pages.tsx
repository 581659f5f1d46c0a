import { Pagination } from '@arco-design/web-react'
import { useEffect, useRef } from 'react'

interface PagesProps {
  readonly pageNo: number
  readonly pageSize: number
  readonly pageSizes: readonly number[]
  /** Number of rows on all pages. */
  readonly total: number
  /** Whether to offer a field for the page number. */
  readonly jumper: boolean
  readonly onChange: (pageNo: number, pageSize: number) => void
}

/** The pages of a list, and how many rows each of them has. */
export default function Pages({ pageNo, pageSize, pageSizes, total, jumper, onChange }: PagesProps) {
  const box = useRef<HTMLDivElement>(null)
  // Arco labels a plain div there, which screen readers ignore without a role.
  useEffect(() => {
    box.current?.querySelector('.arco-pagination-option')?.setAttribute('role', 'group')
  })
  return (
    <div ref={box}>
      <Pagination
        size="small"
        current={pageNo}
        pageSize={pageSize}
        total={total}
        sizeCanChange={pageSizes.length > 1}
        sizeOptions={[...pageSizes]}
        showJumper={jumper}
        onChange={onChange}
      />
    </div>
  )
}
