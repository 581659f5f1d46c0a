import type { ReactNode } from 'react'
import { RefreshError } from '../../../ui/failure-view'
import type { ListResult } from '../../../ui/list-view'

interface LoadedProps<D> {
  readonly result: ListResult<D>
  /** 材质 */
  readonly what: string
  readonly children: (data: D) => ReactNode
}

/** A part of the form that needs a list first: the other parts can be filled in meanwhile. */
export function Loaded<D>({ result, what, children }: LoadedProps<D>) {
  const { data, error, isError, isFetching, refetch } = result
  return (
    <>
      {isError && <RefreshError error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {data !== undefined ? children(data) : !isError && <p role="status">正在读取{what}…</p>}
    </>
  )
}
