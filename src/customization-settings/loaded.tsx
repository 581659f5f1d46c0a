import { Alert, Button } from '@arco-design/web-react'
import type { ReactNode } from 'react'
import { FailureText, RefreshError } from '../ui/failure-view'
import type { ListResult } from '../ui/list-view'

interface LoadedProps<D> {
  readonly result: ListResult<D>
  /** Name of the loaded things for the seller, such as 材质. */
  readonly noun: string
  readonly children: (data: D) => ReactNode
}

/** A section of the form that waits for a list; the other sections can be filled in meanwhile. */
export function Loaded<D>({ result, noun, children }: LoadedProps<D>) {
  const { data, isError } = result
  return (
    <>
      {isError && <ReadError result={result} noun={noun} />}
      {data !== undefined ? children(data) : !isError && <p role="status">正在读取{noun}…</p>}
    </>
  )
}

/** Shows that a list could not be loaded, or could not be refreshed, with 重试. */
export function ReadError<D>({ result, noun }: Pick<LoadedProps<D>, 'result' | 'noun'>) {
  const { data, error, isFetching, refetch } = result
  const retry = () => void refetch()
  if (data !== undefined) return <RefreshError error={error} onRetry={retry} retrying={isFetching} />
  return (
    <Alert
      type="warning"
      className="refresh-error"
      content={
        <>
          {noun}没有读取成功：
          <FailureText error={error} />
        </>
      }
      action={
        <Button size="mini" loading={isFetching} onClick={retry}>
          重试
        </Button>
      }
    />
  )
}
