import type { HostConnection } from '../../bridge/page/types'
import { fileKind } from '../../contract/constants'
import { retrying } from '../../contract/retry'
import { cancelled, messageOf, platformError, tooLarge } from '../error-text'
import type { FilesApi } from '../files-api'
import { type CallOptions, type LocalFile, PlatformError, type UploadedFile } from '../platform'
import { checkedKind, uploadFailure } from '../upload/api-upload'
import { isUnreached } from '../upload/failures'
import { fromBridge, viaBridge } from './bridge-errors'
import { type CloudJournal, fingerprintOf } from './cloud-journal'
import { type CloudFile, isCloudFile, isTrue } from './replies'

export interface CloudUploadDeps {
  readonly connection: HostConnection
  readonly files: () => FilesApi
  readonly now: () => number
  /** Unguessable; names the picture in the cloud and the call on the wire. */
  readonly newId: () => string
  readonly journal: CloudJournal
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

/** Deletes a copy of the cloud and strikes it off; one that cannot be deleted now stays noted, for a later upload to delete. */
async function remove(
  { connection, journal }: Pick<CloudUploadDeps, 'connection' | 'journal'>,
  cloudId: string,
  fileType: 'image' | 'font',
): Promise<void> {
  await connection.call('cloud.delete', { fileIds: [cloudId], fileType }, { guard: isTrue, housekeeping: true })
  await journal.strike(cloudId)
}

/** Deletes copies left by pages that were closed, or by deletions that failed. What fails now is tried again another time. Never rejects. */
export async function removeStale(deps: Pick<CloudUploadDeps, 'connection' | 'journal'>): Promise<void> {
  for (const { file, fileType } of await deps.journal.stale()) await remove(deps, file.fileId, fileType).catch(() => undefined)
}

async function discard(deps: CloudUploadDeps, cloudId: string, kind: number, cause: unknown): Promise<void> {
  try {
    await remove(deps, cloudId, cloudType(kind))
  } catch (error) {
    const detail = { cloudId, said: messageOf(error) }
    throw new PlatformError('PARTIAL', platformError('PARTIAL').message, { stage: 'register', retryable: true, detail, cause })
  }
}

/**
 * Page → client in pieces → the marketplace's cloud → the admin API copies the picture from there, and the cloud's copy is deleted. It is
 * deleted as well when the last step fails or is given up; PARTIAL says that even that failed. A page that went away between the
 * cloud and the server left its copy in the journal: the same bytes are then registered, not sent again.
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
  const fingerprint = await fingerprintOf(file, type)
  const left = await deps.journal.find(fingerprint)
  const send = () =>
    intoCloud(deps, file, type, call).catch((error): never => {
      throw uploadFailure(fromBridge(error), 'cloud')
    })
  const cloud = left ?? (await send())
  if (!left) await deps.journal.note({ fingerprint, file: cloud, fileType: cloudType(type) })
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
    const { file: stored } = await retrying(register, { waits: [500, 2000], mayRetry: isUnreached, signal })
    // The seller does not wait for it.
    void remove(deps, cloud.fileId, cloudType(type))
      .catch(() => undefined)
      .then(() => removeStale(deps))
    const { id, ...facts } = stored
    return { fileId: id, ...facts }
  } catch (error) {
    await discard(deps, cloud.fileId, type, error)
    throw uploadFailure(error, 'register')
  }
}
