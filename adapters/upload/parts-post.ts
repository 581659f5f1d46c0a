/** Sends a file in parts through the API, for pages whose client forwards only texts. */
import { toBase64 } from '../../bridge/core/base64'
import { filePartBytes } from '../../contract/constants'
import type { Wait } from '../../contract/ground/delay'
import { retrying } from '../../contract/ground/retry'
import type { FilesApi } from '../files-api'
import { isUnreached } from './failures'

/** Parts sent at a time: enough to hide the client's delay, few enough not to hold up other calls. */
const maxParallelParts = 3

/** Whether a part may be sent again. Unlike other requests, that is safe even if it may have arrived: a part is stored once. */
const isLost = (error: unknown): boolean =>
  isUnreached(error) || (error instanceof Error && 'code' in error && lostCodes.has(String(error.code)))
const lostCodes: ReadonlySet<string> = new Set(['TIMEOUT', 'HOST_GONE', 'CHUNK_LOST'])

export interface PartsPost {
  readonly files: Pick<FilesApi, 'uploadPart'>
  readonly fileId: number
  readonly blob: Blob
  readonly onSent: (sent: number, total: number) => void
  readonly signal?: AbortSignal
  readonly wait?: Wait | undefined
}

/**
 * Sends all parts of the file `fileId`. A lost part is sent again at most twice. Rejects with the first other failure, or when a
 * part is lost for the third time; no part is started after that.
 */
export async function postParts({ files, fileId, blob, onSent, signal, wait }: PartsPost): Promise<void> {
  const call = { quiet: true, ...(signal ? { signal } : {}) }
  const policy = { waits: [800, 2500], mayRetry: isLost, signal, wait }
  const count = Math.max(1, Math.ceil(blob.size / filePartBytes))
  let next = 0
  let sent = 0
  const sendNextParts = async () => {
    while (next < count) {
      const index = next
      next += 1
      const part = blob.slice(index * filePartBytes, (index + 1) * filePartBytes)
      const base64 = toBase64(new Uint8Array(await part.arrayBuffer()))
      await retrying(() => files.uploadPart({ body: { fileId, index, base64 } }, call), policy).catch((error: unknown) => {
        next = count
        throw error
      })
      sent += part.size
      onSent(sent, blob.size)
    }
  }
  await Promise.all(Array.from({ length: Math.min(maxParallelParts, count) }, sendNextParts))
}
