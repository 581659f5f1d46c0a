/**
 * Uploads the pictures that exist only in the document as data: addresses (drawn text, cutout results). A save sends each of
 * them once; the result is cached while the design is open, so undo and paste never send it again.
 */
import pLimit from 'p-limit'
import { dataUrlBlob } from '../../../design/model/picture-url'
import type { DesignDoc, Layer } from '../../../design/model/types'
import { failureMessage } from '../../base/failure-texts'

/** Maximum number of uploads at the same time. */
const maxParallelUploads = 3

/** A picture's file on the server. */
export interface StoredPicture {
  readonly fileId: number
  readonly url: string
}

/** Stored pictures by their former data: address. */
export type StoredPictures = ReadonlyMap<string, StoredPicture>

export interface PicturePorts {
  /** Uploads a file as a layer's picture; `progress` is 0 to 1. */
  upload(file: { readonly name: string; readonly blob: Blob }, progress: (part: number) => void): Promise<StoredPicture>
  /** Called after a picture was stored, so that components showing it need not load it again under its new address. */
  stored?(from: string, to: string): void
}

export interface UploadProgress {
  /** Number of pictures sent, plus the fractions of those being sent. */
  readonly done: number
  readonly total: number
}

export interface PendingPictures {
  /**
   * Uploads the pictures of a document that the server does not have. Rejects with a {@link PictureUploadError}; pictures that
   * arrived before are not sent again.
   */
  store(doc: DesignDoc, onProgress?: (progress: UploadProgress) => void): Promise<StoredPictures>
}

/** A layer's picture could not be uploaded. */
export class PictureUploadError extends Error {
  override readonly name = 'PictureUploadError'
  constructor(layerName: string, cause: unknown) {
    const reason = failureMessage(cause, '请检查网络后重试')
    super(`图层「${layerName}」的图片上传失败：${reason}`, { cause })
  }
}

const extensions: Readonly<Record<string, string>> = {
  'image/svg+xml': 'svg',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
}

/** Whether the layer's picture is not on the server yet. */
export const isPending = (layer: Layer): boolean => layer.imageFileId === null

export function createPendingPictures({ upload, stored }: PicturePorts): PendingPictures {
  const storedByUrl = new Map<string, StoredPicture>()
  const limit = pLimit(maxParallelUploads)

  const send = async (layer: Layer, progress: (part: number) => void): Promise<void> => {
    const { imageUrl, name } = layer
    try {
      const blob = dataUrlBlob(imageUrl)
      const { fileId, url } = await upload({ name: `layer.${extensions[blob.type] ?? 'png'}`, blob }, progress)
      storedByUrl.set(imageUrl, { fileId, url })
      stored?.(imageUrl, url)
    } catch (cause) {
      throw new PictureUploadError(name, cause)
    }
  }

  return {
    async store(doc, onProgress) {
      const pendingByUrl = new Map(
        doc.layers
          .filter((layer) => isPending(layer) && !storedByUrl.has(layer.imageUrl))
          .map((layer) => [layer.imageUrl, layer]),
      )
      const progressByUrl = new Map([...pendingByUrl.keys()].map((url) => [url, 0]))
      const reportProgress = (url: string, part: number) => {
        progressByUrl.set(url, Math.max(progressByUrl.get(url) ?? 0, part))
        onProgress?.({ done: [...progressByUrl.values()].reduce((sum, one) => sum + one, 0), total: progressByUrl.size })
      }
      // Try all of them, so that a second save sends only those that failed.
      const outcomes = await Promise.allSettled(
        [...pendingByUrl].map(([url, layer]) =>
          limit(async () => {
            await send(layer, (part) => reportProgress(url, part))
            reportProgress(url, 1)
          }),
        ),
      )
      const failure = outcomes.find((outcome) => outcome.status === 'rejected')
      if (failure) throw failure.reason
      return storedByUrl
    },
  }
}

/** Returns the document with the server addresses of its pictures; pictures that are not in `stored` are unchanged. */
export function withStoredPictures(doc: DesignDoc, stored: StoredPictures): DesignDoc {
  let changed = false
  const layers = doc.layers.map((layer): Layer => {
    const found = isPending(layer) ? stored.get(layer.imageUrl) : undefined
    if (!found) return layer
    changed = true
    return { ...layer, imageUrl: found.url, imageFileId: found.fileId }
  })
  return changed ? { ...doc, layers } : doc
}
