import { Alert } from '@arco-design/web-react'
import { CloseMark } from './close-mark'
import { FailureText } from './failure-view'
import type { Sort } from './use-sort'

/** Shown above a list whose last sort was not saved: the reason, and that the old sequence is restored. */
export function SortFailure({ sort }: { readonly sort: Pick<Sort, 'error' | 'clearError'> }) {
  if (sort.error === null) return null
  return (
    <Alert
      type="error"
      closable
      closeElement={<CloseMark />}
      className="form-alert"
      onClose={sort.clearError}
      content={
        <>
          排序没有保存，已恢复原来的顺序：
          <FailureText error={sort.error} />
        </>
      }
    />
  )
}
