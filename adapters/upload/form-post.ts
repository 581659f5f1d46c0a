import { cancelled, platformError } from '../error-text'
import { type LocalFile, PlatformError } from '../platform'

export interface FormPost {
  readonly url: string
  /** Go before the file: storages check them before they read it. */
  readonly fields: Readonly<Record<string, string>>
  readonly file: LocalFile
  readonly signal?: AbortSignal
  readonly onSent?: (sent: number, total: number) => void
  /** Hard limit of the whole transfer, ms; absent: 60 s and what 50 KB/s needs, at most 5 minutes. */
  readonly timeoutMs?: number
}

export interface FormReply {
  readonly status: number
  readonly body: string
}

/** Posts a file as multipart. Rejects with CANCELLED, TIMEOUT or NETWORK; any HTTP answer resolves. */
export type PostForm = (post: FormPost) => Promise<FormReply>

/** No byte has moved for so long, ms. */
const idleMs = 60_000

export const transferLimitMs = (bytes: number): number => Math.min(300_000, 60_000 + bytes / 51.2)

/** XMLHttpRequest, because fetch tells nothing about how much has been sent. */
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
    const alive = () => {
      clearTimeout(idle)
      idle = setTimeout(() => {
        settle(() => reject(timedOut(idleMs)))
        request.abort()
      }, idleMs)
    }
    request.open('POST', url)
    request.timeout = timeoutMs ?? transferLimitMs(file.blob.size)
    request.upload.onprogress = (event) => {
      alive()
      onSent?.(event.loaded, event.lengthComputable ? event.total : file.blob.size)
    }
    request.onload = () => settle(() => resolve({ status: request.status, body: request.responseText }))
    request.onerror = () => settle(() => reject(platformError('NETWORK', { retryable: true, stage: 'send' })))
    request.ontimeout = () => settle(() => reject(timedOut(request.timeout)))
    request.onabort = () => settle(() => reject(cancelled('send')))
    signal?.addEventListener('abort', abort)
    alive()
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    form.append('file', file.blob, file.name)
    request.send(form)
  })
