import type { ReactNode } from 'react'
import { LoadError, RefreshError } from './failure-view'

/** What a list view needs of a query; a TanStack query result is one. */
export interface ListResult<D> {
  readonly data: D | undefined
  readonly error: unknown
  readonly isPending: boolean
  readonly isError: boolean
  readonly isFetching: boolean
  refetch(): unknown
}

interface ListViewProps<D> {
  readonly result: ListResult<D>
  /** Shown while there is nothing yet; keeps the layout. */
  readonly skeleton: ReactNode
  readonly children: (data: D) => ReactNode
}

/** The states of what is read from the server: skeleton, failure with 重试, rows, and rows that could not be refreshed. */
export function ListView<D>({ result, skeleton, children }: ListViewProps<D>) {
  const retry = () => void result.refetch()
  if (result.data !== undefined) {
    return (
      <>
        {result.isError && <RefreshError error={result.error} onRetry={retry} retrying={result.isFetching} />}
        {children(result.data)}
      </>
    )
  }
  return result.isPending ? skeleton : <LoadError error={result.error} onRetry={retry} retrying={result.isFetching} />
}

/**
 * Several reads that one list is made of: it fails when one of them does, and only those that failed are tried again.
 *
 * @param data what is made of them; undefined until all are there.
 */
export function combineResults<D>(parts: readonly ListResult<unknown>[], data: D | undefined): ListResult<D> {
  const failed = parts.find(({ isError }) => isError)
  return {
    data,
    error: failed?.error ?? null,
    isPending: data === undefined && failed === undefined,
    isError: failed !== undefined,
    isFetching: parts.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const part of parts) if (part.isError) void part.refetch()
    },
  }
}
