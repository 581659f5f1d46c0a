/** Wraps the connection to the host so that its calls are recorded. */
import type { BlobHandle } from '../../bridge/core/types'
import type { BlobSource, HostConnection } from '../../bridge/page/types'
import { isFields } from '../../contract/ground/fields'
import { bytesHex } from '../../contract/ground/hex'
import type { CassettePayload } from '../cassette/cassette'
import { redactedText } from '../cassette/redact'
import type { Recorder } from '../record/recorder'
import { fromBridge } from './bridge-errors'

/** Computes SHA-256; null where the page cannot (no secure context). */
export type Digest = ((bytes: ArrayBuffer) => Promise<ArrayBuffer>) | null

/** Whether a method only transfers files; a file is recorded with the call that uses it. */
const onlyTransfersFile = (method: string): boolean => method.startsWith('blob.')

const isHandle = (value: unknown): value is BlobHandle =>
  isFields(value) && typeof value.blob === 'string' && typeof value.name === 'string' && typeof value.size === 'number'

/**
 * Returns what is recorded of a call's parameters: of a file its extension and size, of the admin API method and path, of the
 * storage the key. Contents belong to the server or the seller and are not recorded.
 */
function recordedParams(method: string, params: unknown): unknown {
  if (!isFields(params)) return params
  if (method === 'http') return { method: params.method, path: String(params.path).split('?')[0] }
  if (method.startsWith('storage.')) return { key: params.key }
  if (!isHandle(params.file)) return params
  const { file, ...others } = params
  return withoutNames({ fileName: file.name, size: file.size, ...others })
}

/** Redacts file names except for the extension, because sellers name files after buyers. */
function withoutNames(value: unknown): unknown {
  if (!isFields(value) || typeof value.fileName !== 'string') return value
  return { ...value, fileName: `${redactedText}${/\.[A-Za-z0-9]{1,5}$/.exec(value.fileName)?.[0] ?? ''}` }
}

function recordedReply(method: string, reply: unknown): unknown {
  if (method === 'http') return { status: isFields(reply) ? reply.status : null }
  if (method === 'storage.get') return reply === null ? null : '<redacted>'
  return withoutNames(reply)
}

async function payloadOf(source: BlobSource, digest: Digest): Promise<CassettePayload> {
  const length = source instanceof Uint8Array ? source.length : source.size
  if (!digest) return { length }
  const bytes = source instanceof Uint8Array ? new Uint8Array(source).buffer : await source.slice(0, length).arrayBuffer()
  const sum = new Uint8Array(await digest(bytes))
  return { length, sha256: bytesHex(sum) }
}

/** Returns the same connection, whose calls are recorded with their acks, progress, times and outcomes. */
export function recordConnection(
  connection: HostConnection,
  recorder: Recorder,
  { userAgent, digest }: { readonly userAgent: string; readonly digest: Digest },
): HostConnection {
  /** Length and checksum of the files that the host holds for this page, by handle. */
  const payloads = new Map<string, Promise<CassettePayload>>()
  /** Nick of the signed-in user; it is removed from every recorded text. */
  let nicks: readonly string[] = []
  let nickKnown: Promise<unknown> | undefined

  const ready: HostConnection['ready'] = async () => {
    const welcome = await connection.ready()
    nicks = welcome.user ? [welcome.user] : []
    recorder.client({ ua: userAgent, qn: welcome.client, shell: welcome.shell, maxFileBytes: welcome.limits.file })
    return welcome
  }

  return {
    ...connection,
    ready,
    sendBlob: async (source, options) => {
      const handle = await connection.sendBlob(source, options)
      // If the file cannot be read a second time, only its length is recorded.
      payloads.set(
        handle.blob,
        payloadOf(source, digest).catch(() => ({ length: handle.size })),
      )
      return handle
    },
    call: async <T>(method: string, params: unknown, options: Parameters<HostConnection['call']>[2] = {}): Promise<T> => {
      if (onlyTransfersFile(method) || options.housekeeping) {
        if (method === 'blob.free' && isFields(params)) payloads.delete(String(params.blob))
        return connection.call<T>(method, params, options as Parameters<typeof connection.call<T>>[2])
      }
      // The nick must be known before the first reply is recorded. If there is no host, the call itself reports that.
      nickKnown ??= ready().catch(() => undefined)
      await nickKnown
      const file = isFields(params) && isHandle(params.file) ? params.file : undefined
      const payload = file && payloads.get(file.blob)
      const recorded = recorder.begin({ method, params: recordedParams(method, params), ...(payload && { payload }) }, nicks)
      try {
        const reply = await connection.call<T>(method, params, {
          ...(options as Parameters<typeof connection.call<T>>[2]),
          onAck: () => {
            recorded.onAck()
            options.onAck?.()
          },
          onProgress: (progress) => {
            recorded.onProgress(progress)
            options.onProgress?.(progress)
          },
        })
        recorded.onReply(recordedReply(method, reply))
        return reply
      } catch (error) {
        recorded.onError(fromBridge(error))
        throw error
      }
    },
  }
}
