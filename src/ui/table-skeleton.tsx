import './list.css'

interface TableSkeletonProps {
  /** 正在加载型号 */
  readonly label: string
  readonly rows?: number
}

/** A table's place while its first rows are read: the same heights, so that nothing jumps when they come. */
export function TableSkeleton({ label, rows = 8 }: TableSkeletonProps) {
  return (
    <div className="data-table table-skeleton" role="status" aria-label={label}>
      {Array.from({ length: rows + 1 }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing but their places tells them apart
        <div key={place} className="table-skeleton-row">
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  )
}
