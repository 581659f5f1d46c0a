/** Posts a file as a multipart form with progress. */
import { cancelled, platformError } from '../error-text'
import { type LocalFile, PlatformError } from '../platform'

export interface FormPost {
  readonly url: string
  /** Form fields; they precede the file, because storages check them before they read it. */
  readonly fields: Readonly<Record<string, string>>
  readonly file: LocalFile
  readonly signal?: AbortSignal
  readonly onSent?: (sent: number, total: number) => void
  /** Limit of the whole transfer, ms; if absent, `transferLimitMs`. */
  readonly timeoutMs?: number
}

export interface FormReply {
  readonly status: number
  readonly body: string
}

/** Posts a file as multipart. Rejects with CANCELLED, TIMEOUT or NETWORK; any HTTP response resolves. */
export type PostForm = (post: FormPost) => Promise<FormReply>

/** A transfer without progress for this long times out, ms. */
const idleMs = 60_000

/** Returns the limit of a transfer: 60 s plus the time that the bytes take at 50 KB/s, at most 5 minutes. */
export const transferLimitMs = (bytes: number): number => Math.min(300_000, 60_000 + bytes / 51.2)

/** Uses XMLHttpRequest, because fetch does not report upload progress. */
export const postForm: PostForm = ({ url, fields, file, signal, onSent, timeoutMs }) =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(cancelled('send'))
      return
    }
    const request = new XMLHttpRequest()
    let idle: ReturnType<typeof setTimeout> | undefined
    const abort = () => request.abort()
    const settle = (finish: () => void) => {
      clearTimeout(idle)
      signal?.removeEventListener('abort', abort)
      finish()
    }
    const timedOut = (ms: number) =>
      new PlatformError('TIMEOUT', `${Math.round(ms / 1000)} 秒没有完成，网络太慢或已中断`, { retryable: true, stage: 'send' })
    const restartIdleTimer = () => {
      clearTimeout(idle)
      idle = setTimeout(() => {
        settle(() => reject(timedOut(idleMs)))
        request.abort()
      }, idleMs)
    }
    request.open('POST', url)
    request.timeout = timeoutMs ?? transferLimitMs(file.blob.size)
    request.upload.onprogress = (event) => {
      restartIdleTimer()
      onSent?.(event.loaded, event.lengthComputable ? event.total : file.blob.size)
    }
    request.onload = () => settle(() => resolve({ status: request.status, body: request.responseText }))
    request.onerror = () => settle(() => reject(platformError('NETWORK', { retryable: true, stage: 'send' })))
    request.ontimeout = () => settle(() => reject(timedOut(request.timeout)))
    request.onabort = () => settle(() => reject(cancelled('send')))
    signal?.addEventListener('abort', abort)
    restartIdleTimer()
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', file.blob, file.name)
    request.send(form)
  })
