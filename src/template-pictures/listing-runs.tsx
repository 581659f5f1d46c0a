import { Button, Progress } from '@arco-design/web-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../contract/ground/thrown'
import { bytesText } from '../../contract/rules/sizes'
import type { ListingRun } from '../../contract/types'
import { resolveFileUrl } from '../api/file-url'
import { listingKeys, listingRunsQuery } from '../api/queries/listing-pictures'
import { useApi, usePlatform } from '../api/services'
import { confirmDelete } from '../ui/confirm'
import { LoadError } from '../ui/failure-view'
import { toastFailure, toastSuccess } from '../ui/toast'

const dateText = (at: number) =>
  new Date(at).toLocaleString('zh-CN', { month: 'numeric', day: 'numeric', hour: '2-digit', minute: '2-digit' })

/** The runs whose pictures are kept: how far they are, their archives, and what failed. */
export function ListingRuns() {
  const runs = useQuery(listingRunsQuery(useApi()))
  if (runs.data === undefined) {
    if (!runs.isError) return null
    return <LoadError error={runs.error} onRetry={() => void runs.refetch()} retrying={runs.isFetching} />
  }
  if (runs.data.length === 0) return null
  return (
    <section className="listing-runs" aria-label="生成过的主图">
      <h3>生成过的主图</h3>
      <ul>
        {runs.data.map((run) => (
          <Run key={run.id} run={run} />
        ))}
      </ul>
    </section>
  )
}

function Run({ run }: { readonly run: ListingRun }) {
  const api = useApi()
  const platform = usePlatform()
  const queries = useQueryClient()
  const { id, status, total, done, failed, size, archiveUrl, createdAt, expiresAt } = run
  const changed = () => queries.invalidateQueries({ queryKey: listingKeys.runs() })
  const retry = useMutation({ mutationFn: () => api.listingPictures.retry({ params: { id } }), onSuccess: changed })
  const remove = useMutation({ mutationFn: () => api.listingPictures.remove({ params: { id } }), onSuccess: changed })
  const download = useMutation({
    mutationFn: async (url: string) => {
      // A page without a network of its own leaves the archive to the browser.
      if (platform.http) return platform.openLink(resolveFileUrl(url))
      const reply = await fetch(resolveFileUrl(url))
      if (!reply.ok) throw new Error('主图没有下载成功，请刷新后重试')
      const { saved } = await platform.saveFile({ name: `主图 ${id}.zip`, blob: await reply.blob() }, { toDownloads: true })
      if (saved) toastSuccess('主图已保存')
    },
    onError: (error) => toastFailure(messageOf(error)),
  })
  const removeOne = () =>
    confirmDelete(`${dateText(createdAt)} 的主图`, '删除后不能再下载。', () => remove.mutateAsync()).then(
      () => undefined,
      () => undefined,
    )
  const drawn = done + failed.length
  return (
    <li className="listing-run">
      <div className="listing-run-line">
        <span className="numeric">
          {dateText(createdAt)} · {total} 张
          {status === 'done' && done > 0 && ` · ${bytesText(size, 'up')} · ${dateText(expiresAt)} 前可以下载`}
        </span>
        <span className="listing-run-acts">
          {archiveUrl !== null && (
            <Button size="small" type="primary" loading={download.isPending} onClick={() => download.mutate(archiveUrl)}>
              下载 {done} 张
            </Button>
          )}
          {status === 'done' && failed.length > 0 && (
            <Button size="small" loading={retry.isPending} onClick={() => retry.mutate()}>
              重试没有成功的 {failed.length} 张
            </Button>
          )}
          <Button size="small" type="text" status="danger" onClick={() => void removeOne()}>
            删除
          </Button>
        </span>
      </div>
      {status !== 'done' && (
        <div role="status" aria-label={`正在生成，已完成 ${drawn} / ${total}`}>
          <Progress size="small" percent={Math.floor((100 * drawn) / total)} formatText={() => `${drawn} / ${total}`} />
        </div>
      )}
      {failed.length > 0 && (
        <ul className="listing-failed">
          {failed.slice(0, 20).map(({ name, reason }) => (
            <li key={name}>
              {name}：{reason}
            </li>
          ))}
          {failed.length > 20 && <li>还有 {failed.length - 20} 张</li>}
        </ul>
      )}
    </li>
  )
}
