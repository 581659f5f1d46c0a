import './list.css'

interface TableSkeletonProps {
  /** 正在加载型号 */
  readonly label: string
  readonly rows?: number
}

/** Placeholder of a table while its first rows are loaded, with the same heights, so that nothing moves afterwards. */
export function TableSkeleton({ label, rows = 8 }: TableSkeletonProps) {
  return (
    <div className="data-table table-skeleton" role="status" aria-label={label}>
      {Array.from({ length: rows + 1 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows differ only by their index
        <div key={index} className="table-skeleton-row">
          <span />
          <span />
          <span />
        </div>
      ))}
    </div>
  )
}
