/** Uploads files to the admin API. All adapters use it, the qianniu adapter where the client cannot upload. */
import { type FileKind, fileSizeLimit } from '../../contract/constants'
import type { Wait } from '../../contract/ground/delay'
import { retrying } from '../../contract/ground/retry'
import { messageOf } from '../../contract/ground/thrown'
import { cancelled, platformError, tooLarge, uploadFailedText } from '../error-text'
import type { AdapterServices, FilesApi } from '../files-api'
import { type CallOptions, type LocalFile, PlatformError, type UploadedFile } from '../platform'
import { isCancelled, isUnreached, statusOf } from './failures'
import { type FormReply, type PostForm, postForm } from './form-post'
import { postParts } from './parts-post'
import { uploadRefusalText } from './refusal-text'

export interface ApiUploadDeps extends AdapterServices {
  readonly post?: PostForm
  /** Whether to send the file in parts through the API, for pages without a network of their own. */
  readonly readInBatches?: boolean
  readonly now?: () => number
  readonly wait?: Wait
}

const isFileKind = (kind: number): kind is FileKind => kind in fileSizeLimit

/** Returns the file kind. Throws PROTOCOL for an unknown kind and TOO_LARGE for a file above the kind's limit. */
export function checkedKind(file: LocalFile, kind: number): FileKind {
  if (!isFileKind(kind)) throw platformError('PROTOCOL', { stage: 'check', detail: { kind } })
  if (file.blob.size > fileSizeLimit[kind]) throw tooLarge(file.name, file.blob.size, fileSizeLimit[kind])
  return kind
}

const isFinal = ({ code, message }: PlatformError) =>
  code === 'UPLOAD_FAILED' || code === 'TOO_LARGE' || message.startsWith(platformError('UPLOAD_FAILED').message)

/** Returns the error of a failed upload: CANCELLED, or 上传失败 with status and cause under the cause's own code. */
export function uploadFailure(error: unknown, stage: string): PlatformError {
  if (isCancelled(error)) return cancelled(stage)
  if (error instanceof PlatformError) {
    if (isFinal(error)) return error
    return new PlatformError(error.code, uploadFailedText(undefined, error.message), { stage, ...error.options, cause: error })
  }
  const status = statusOf(error)
  return new PlatformError('UPLOAD_FAILED', uploadFailedText(status, messageOf(error)), {
    retryable: isUnreached(error),
    stage,
    detail: { status },
    cause: error,
  })
}

function assertAccepted(reply: FormReply): void {
  if (reply.status >= 200 && reply.status < 300) return
  throw new PlatformError('UPLOAD_FAILED', uploadFailedText(reply.status, uploadRefusalText(reply.status, reply.body)), {
    stage: 'send',
    retryable: reply.status >= 500,
    detail: { status: reply.status, body: reply.body.slice(0, 500) },
  })
}

/** Reports a failed upload, so that the server can delete the incomplete file. Errors of the report itself are ignored. */
async function report(files: FilesApi, fileId: number, errorMessage: string): Promise<void> {
  await files
    .uploadResult(
      { body: { success: false, fileId, errorMessage: errorMessage.slice(0, 2000) } },
      { quiet: true, timeoutMs: 10_000 },
    )
    .catch(() => undefined)
}

/**
 * Uploads a file by upload_form → multipart or parts → upload_result. Each step is retried after network failures, which cannot
 * create a second file: an unused form is deleted, a key has one destination, and a result belongs to one file id. Rejects with
 * TOO_LARGE, CANCELLED, UPLOAD_FAILED or the cause's code (上传失败 with status and cause, reported to the server as well).
 */
export async function uploadThroughApi(
  deps: ApiUploadDeps,
  file: LocalFile,
  kind: number,
  options: CallOptions = {},
): Promise<UploadedFile> {
  const type = checkedKind(file, kind)
  const { signal, onProgress, timeoutMs } = options
  if (signal?.aborted) throw cancelled('prepare')
  const files = deps.files()
  const now = deps.now ?? Date.now
  const total = file.blob.size
  const policy = { mayRetry: isUnreached, signal, wait: deps.wait }
  const call = { quiet: true, ...(signal ? { signal } : {}) }

  onProgress?.({ stage: 'prepare', loaded: 0, total })
  const form = await retrying(() => files.uploadForm({ body: { fileName: file.name, type } }, call), {
    ...policy,
    waits: [500],
  }).catch((error) => Promise.reject(uploadFailure(error, 'prepare')))
  try {
    const started = now()
    const onSent = (sent: number, size: number) => onProgress?.({ stage: 'send', loaded: Math.min(sent, size), total: size })
    if (deps.readInBatches) {
      await postParts({ files, fileId: form.fileId, blob: file.blob, onSent, wait: deps.wait, ...(signal ? { signal } : {}) })
    } else {
      const post = {
        url: new URL(form.uploadUrl, deps.apiBase).href,
        fields: form.params,
        file,
        onSent,
        ...(signal ? { signal } : {}),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      }
      assertAccepted(await retrying(() => (deps.post ?? postForm)(post), { ...policy, waits: [800] }))
    }
    const uploadTime = Math.max(0, Math.round(now() - started))
    onProgress?.({ stage: 'register', loaded: total, total })
    const result = { success: true, fileId: form.fileId, uploadTime, fileSize: total }
    const { file: stored } = await retrying(() => files.uploadResult({ body: result }, call), { ...policy, waits: [500, 2000] })
    if (!stored)
      throw new PlatformError('UPLOAD_FAILED', uploadFailedText(undefined, '服务器没有收到文件'), {
        stage: 'register',
        retryable: true,
      })
    const { id, ...facts } = stored
    return { fileId: id, ...facts }
  } catch (error) {
    const failure = uploadFailure(error, 'send')
    await report(files, form.fileId, failure.message)
    throw failure
  }
}
