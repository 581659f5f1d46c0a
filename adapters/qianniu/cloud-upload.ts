import type { HostConnection } from '../../bridge/page/types'
import { fileKind } from '../../contract/constants'
import { cancelled, messageOf, platformError, tooLarge } from '../error-text'
import type { FilesApi } from '../files-api'
import { type CallOptions, type LocalFile, PlatformError, type UploadedFile } from '../platform'
import { checkedKind, uploadFailure } from '../upload/api-upload'
import { isUnreached, retrying } from '../upload/retry'
import { fromBridge, viaBridge } from './bridge-errors'
import { type CloudFile, isCloudFile, isTrue } from './replies'

export interface CloudUploadDeps {
  readonly connection: HostConnection
  readonly files: () => FilesApi
  readonly now: () => number
  /** Unguessable; names the picture in the cloud and the call on the wire. */
  readonly newId: () => string
}

/** File ending the cloud may keep in a path: the name itself stays out of it. */
const endingOf = (name: string): string => /\.(png|jpe?g|gif|webp|bmp|svg|ttf|otf)$/i.exec(name)?.[0].toLowerCase() ?? ''

/** What the cloud is told a file is. */
const cloudType = (kind: number): 'image' | 'font' => (kind === fileKind.font ? 'font' : 'image')

async function intoCloud(deps: CloudUploadDeps, file: LocalFile, type: number, call: CallOptions): Promise<CloudFile> {
  const { connection, newId } = deps
  const shared = {
    ...(call.signal ? { signal: call.signal } : {}),
    ...(call.timeoutMs === undefined ? {} : { timeoutMs: call.timeoutMs }),
  }
  const total = file.blob.size
  const handle = await connection.sendBlob(file.blob, {
    ...shared,
    name: file.name,
    type: file.blob.type,
    onProgress: ({ loaded }) => call.onProgress?.({ stage: 'send', loaded, total }),
  })
  try {
    return await connection.call<CloudFile>(
      'cloud.upload',
      { file: handle, fileType: cloudType(type), cloudPath: `kejiang/${type}/${newId()}${endingOf(file.name)}` },
      {
        ...shared,
        guard: isCloudFile,
        bytes: total,
        // New for each attempt: a key that outlived a deleted picture would answer with that picture.
        idempotencyKey: newId(),
        ...(call.onProgress ? { onProgress: call.onProgress } : {}),
      },
    )
  } finally {
    connection.call('blob.free', { blob: handle.blob }, { timeoutMs: 5000 }).catch(() => undefined)
  }
}

async function discard(deps: CloudUploadDeps, cloudId: string, kind: number, cause: unknown): Promise<void> {
  try {
    await deps.connection.call('cloud.delete', { fileIds: [cloudId], fileType: cloudType(kind) }, { guard: isTrue })
  } catch (error) {
    const detail = { cloudId, said: messageOf(error) }
    throw new PlatformError('PARTIAL', platformError('PARTIAL').message, { stage: 'register', retryable: true, detail, cause })
  }
}

/**
 * Page → client in pieces → the marketplace's cloud → the admin API copies the picture from there. When the last step fails,
 * or is given up, the cloud's picture is deleted again; PARTIAL says that even that failed.
 */
export async function uploadThroughClient(
  deps: CloudUploadDeps,
  file: LocalFile,
  kind: number,
  call: CallOptions,
): Promise<UploadedFile> {
  const type = checkedKind(file, kind)
  const { signal, onProgress } = call
  if (signal?.aborted) throw cancelled('prepare')
  await viaBridge(deps.connection.ready())
  const total = file.blob.size
  const limit = deps.connection.limits().file
  if (total > limit) throw tooLarge(file.name, total, limit)
  onProgress?.({ stage: 'prepare', loaded: 0, total })
  const started = deps.now()
  const cloud = await intoCloud(deps, file, type, call).catch((error) =>
    Promise.reject(uploadFailure(fromBridge(error), 'cloud')),
  )
  try {
    if (signal?.aborted) throw cancelled('register')
    onProgress?.({ stage: 'register', loaded: total, total })
    const body = {
      url: cloud.url,
      taobaoFileId: cloud.fileId,
      uploadTime: Math.max(0, Math.round(deps.now() - started)),
      fileSize: total,
      type,
    }
    // Repeating is safe: the server keeps one file per cloud id.
    const register = () => deps.files().taobao({ body }, { quiet: true, ...(signal ? { signal } : {}) })
    const { file: stored } = await retrying(register, {
      delays: [500, 2000],
      isTransient: isUnreached,
      ...(signal ? { signal } : {}),
    })
    const { id, ...facts } = stored
    return { fileId: id, ...facts }
  } catch (error) {
    await discard(deps, cloud.fileId, type, error)
    throw uploadFailure(error, 'register')
  }
}
