/** Uploads pictures through the client's picture space to the admin API. */
import type { HostConnection } from '../../bridge/page/types'
import { fileKind } from '../../contract/constants'
import { retrying } from '../../contract/ground/retry'
import { messageOf } from '../../contract/ground/thrown'
import { cancelled, platformError, tooLarge } from '../error-text'
import type { FilesApi } from '../files-api'
import { type CallOptions, type LocalFile, PlatformError, type UploadedFile } from '../platform'
import { checkedKind, uploadFailure } from '../upload/api-upload'
import { isUnreached } from '../upload/failures'
import { fromBridge, viaBridge } from './bridge-errors'
import { type CloudJournal, fingerprintOf } from './cloud-journal'
import { type CloudFile, cloudFileOf, isFileRef, isTrue } from './replies'

export interface CloudUploadDeps {
  readonly connection: HostConnection
  readonly files: () => FilesApi
  readonly now: () => number
  /** Returns a new unguessable id; it names the picture in the picture space and is the call's idempotency key. */
  readonly newId: () => string
  readonly journal: CloudJournal
}

/** Returns the extension of a file name for the cloud path; the name itself is not sent. */
const extensionOf = (name: string): string => /\.(png|jpe?g|gif|webp|bmp|svg|ttf|otf)$/i.exec(name)?.[0].toLowerCase() ?? ''

/** Returns the cloud's type of a file kind. */
const cloudType = (kind: number): 'image' | 'font' => (kind === fileKind.font ? 'font' : 'image')

async function uploadToCloud(deps: CloudUploadDeps, file: LocalFile, type: number, call: CallOptions): Promise<CloudFile> {
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
    const reply = await connection.call(
      'cloud.upload',
      { file: handle, fileType: cloudType(type), cloudPath: `kejiang/${type}/${newId()}${extensionOf(file.name)}` },
      {
        ...shared,
        guard: isFileRef,
        bytes: total,
        // Each attempt has a new key: with the old one, the host would return a picture that has been deleted since.
        idempotencyKey: newId(),
        ...(call.onProgress ? { onProgress: call.onProgress } : {}),
      },
    )
    return cloudFileOf(reply)
  } finally {
    connection.call('blob.free', { blob: handle.blob }, { timeoutMs: 5000 }).catch(() => undefined)
  }
}

/** Deletes a picture space's copy and its journal entry. If that fails, the entry stays, and a later upload tries again. */
async function removeCopy(
  { connection, journal }: Pick<CloudUploadDeps, 'connection' | 'journal'>,
  cloudFileId: string,
  fileType: 'image' | 'font',
): Promise<void> {
  await connection.call('cloud.delete', { fileIds: [cloudFileId], fileType }, { guard: isTrue, housekeeping: true })
  await journal.remove(cloudFileId)
}

/** Deletes copies left by closed pages or failed deletions. What fails is tried again with a later upload. Never rejects. */
export async function removeStale(deps: Pick<CloudUploadDeps, 'connection' | 'journal'>): Promise<void> {
  for (const { file, fileType } of await deps.journal.listStale())
    await removeCopy(deps, file.cloudFileId, fileType).catch(() => undefined)
}

async function removeUnregistered(deps: CloudUploadDeps, cloudFileId: string, kind: number, cause: unknown): Promise<void> {
  try {
    await removeCopy(deps, cloudFileId, cloudType(kind))
  } catch (error) {
    const detail = { cloudFileId, originalMessage: messageOf(error) }
    throw new PlatformError('PARTIAL', platformError('PARTIAL').message, { stage: 'register', retryable: true, detail, cause })
  }
}

/**
 * Uploads a file: in pieces to the client, from there to the picture space; the admin API then copies it, and the picture space's
 * copy is deleted, also if the last step fails or is cancelled. Rejects with PARTIAL if that deletion fails. If an earlier page
 * uploaded the same bytes without registering them (see the journal), they are registered without being sent again.
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
  const earlierCopy = await deps.journal.find(fingerprint)
  const send = () =>
    uploadToCloud(deps, file, type, call).catch((error): never => {
      throw uploadFailure(fromBridge(error), 'cloud')
    })
  const cloudFile = earlierCopy ?? (await send())
  if (!earlierCopy) await deps.journal.add({ fingerprint, file: cloudFile, fileType: cloudType(type) })
  try {
    if (signal?.aborted) throw cancelled('register')
    onProgress?.({ stage: 'register', loaded: total, total })
    const body = {
      url: cloudFile.url,
      taobaoFileId: cloudFile.cloudFileId,
      uploadTime: Math.max(0, Math.round(deps.now() - started)),
      fileSize: total,
      type,
    }
    // Repeating is safe, because the server stores one file per cloud id.
    const register = () => deps.files().taobao({ body }, { quiet: true, ...(signal ? { signal } : {}) })
    const { file: stored } = await retrying(register, { waits: [500, 2000], mayRetry: isUnreached, signal })
    // The seller does not wait for the deletion.
    void removeCopy(deps, cloudFile.cloudFileId, cloudType(type))
      .catch(() => undefined)
      .then(() => removeStale(deps))
    const { id, ...facts } = stored
    return { fileId: id, ...facts }
  } catch (error) {
    await removeUnregistered(deps, cloudFile.cloudFileId, type, error)
    throw uploadFailure(error, 'register')
  }
}
