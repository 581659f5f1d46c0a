/** Finds out by a HEAD request why a picture does not load, and how large its file is. */
import { queryOptions } from '@tanstack/react-query'
import { resolveFileUrl } from '../api/file-url'

export interface PictureHead {
  /** HTTP status; 0 when there was no response, or none that this page may read. */
  readonly status: number
  readonly bytes: number | null
}

/** Requests the headers alone. Never rejects: no response is reported as status 0. */
export async function readPictureHead(url: string, signal?: AbortSignal): Promise<PictureHead> {
  try {
    const reply = await fetch(resolveFileUrl(url), { method: 'HEAD', ...(signal && { signal }) })
    const bytes = Number(reply.headers.get('content-length'))
    return { status: reply.status, bytes: reply.ok && Number.isSafeInteger(bytes) && bytes > 0 ? bytes : null }
  } catch (error) {
    if (signal?.aborted) throw error
    return { status: 0, bytes: null }
  }
}

export const pictureHeadQuery = (url: string) =>
  queryOptions({
    queryKey: ['picture-head', url] as const,
    queryFn: ({ signal }) => readPictureHead(url, signal),
    staleTime: 60_000,
    meta: { quiet: true },
  })

/** A sentence for the seller: why a picture did not load, and what to do about it. */
export function missingReason(status: number): string {
  if (status === 0) return '没有连上图片服务器，请检查网络后重试'
  if (status === 404 || status === 410) return `图片已经不在图片服务器上（${status}），请重新同步订单，或请买家重新定制`
  if (status === 401 || status === 403) return `图片服务器不允许读取这张图片（${status}），请重新同步订单`
  if (status >= 500) return `图片服务器出错（${status}），请稍后重试`
  if (status >= 400) return `图片服务器没有给出这张图片（${status}）`
  return '图片文件已损坏，无法显示'
}
