import type { ReactNode } from 'react'
import { LoadError, RefreshError } from './failure-view'

/** The fields of a query result that a list view needs; a TanStack query result has them. */
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
  /** Shown while nothing is loaded yet; preserves the layout. */
  readonly skeleton: ReactNode
  readonly children: (data: D) => ReactNode
}

/** Shows the states of loaded data: skeleton, failure with 重试, rows, and rows that could not be refreshed. */
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
 * Combines several queries into one list: it fails when one of them does, and a retry repeats only the failed ones.
 *
 * @param data the combined data; undefined until all are loaded.
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
