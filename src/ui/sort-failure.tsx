import { Alert } from '@arco-design/web-react'
import { CloseMark } from './close-mark'
import { FailureText } from './failure-view'
import type { Sort } from './use-sort'

/** Shown above a list of which moves were not saved: the reason, and that they were put back. */
export function SortFailure({ sort }: { readonly sort: Pick<Sort<unknown>, 'problem' | 'clearProblem'> }) {
  const { problem } = sort
  if (problem === null) return null
  return (
    <Alert
      type="error"
      closable
      closeElement={<CloseMark />}
      className="form-alert"
      onClose={sort.clearProblem}
      content={
        <>
          {problem.saved === 0
            ? '排序没有保存，已恢复原来的顺序：'
            : `有 ${problem.failed} 次排序没有保存，已放回原处，其余 ${problem.saved} 次已保存：`}
          <FailureText error={problem.error} />
        </>
      }
    />
  )
}
