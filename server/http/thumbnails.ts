/** Makes thumbnails of stored pictures on first request, once, and stores them beside the picture. */
import { type ThumbnailWidth, thumbnailWidths } from '../../contract/constants'
import { thumbnailKey } from '../domain/files/names'
import { LimitExceeded } from '../infra/content/child-process'
import type { Db } from '../kernel/context'
import type { Examiner, Owner } from '../ports/examiner'
import type { Storage, StoredObject } from '../ports/storage'

/** Stored instead of a thumbnail where the picture itself is served; shorter than any WebP file. */
const originalMarker = Buffer.from('-')
/** Time for which a picture that broke its process is not retried, ms: the machine may have been the cause. */
const retryAfterMs = 10 * 60_000
const maxRetryEntries = 10_000

export interface Thumbnails {
  /**
   * Returns the thumbnail of the picture under `key`; null when there is no such picture, 'original' when the picture itself
   * should be served or cannot be drawn. Rejects when making the thumbnail failed this time.
   */
  open(key: string, width: ThumbnailWidth): Promise<StoredObject | 'original' | null>
}

type ThumbnailState = 'stored' | 'original' | 'missing'

interface ThumbnailDeps {
  readonly storage: Storage
  readonly shrink: Examiner['shrink']
  readonly ownerOf: (key: string) => Promise<Owner>
}

/** Returns the account that owns the file under a key. */
export async function ownerOfFile(db: Db, key: string): Promise<Owner> {
  const row = await db.selectFrom('file').select('account_id').where('storage_key', '=', key).executeTakeFirst()
  return row?.account_id ?? null
}

class PictureMissing extends Error {}

export function createThumbnails({ storage, shrink, ownerOf }: ThumbnailDeps): Thumbnails {
  // Calls for the same thumbnail share one computation. It is removed from the map when it ends, so the next call retries a
  // failure.
  const inProgress = new Map<string, Promise<ThumbnailState>>()
  const retryAfter = new Map<string, number>()

  async function readPicture(key: string): Promise<Buffer> {
    const original = await storage.get(key)
    if (!original) throw new PictureMissing(key)
    const parts: Buffer[] = []
    for await (const part of original.stream as AsyncIterable<Buffer>) parts.push(part)
    return Buffer.concat(parts)
  }

  /** Anybody may request a thumbnail, so a picture that cannot be drawn is tried only once, for all widths. */
  async function postponeRetry(key: string, { isPermanent }: LimitExceeded): Promise<void> {
    if (retryAfter.size >= maxRetryEntries) retryAfter.clear()
    retryAfter.set(key, Date.now() + retryAfterMs)
    if (isPermanent) for (const width of thumbnailWidths) await storeThumbnail(key, width, null)
  }

  async function storeThumbnail(key: string, width: ThumbnailWidth, bytes: Buffer | null): Promise<ThumbnailState> {
    const target = thumbnailKey(key, width)
    await storage.put(target, bytes ?? originalMarker, 'image/webp')
    // The picture was removed in the meantime, possibly before this thumbnail was stored.
    if ((await storage.size(key)) === null) {
      await storage.remove(target)
      return 'missing'
    }
    return bytes ? 'stored' : 'original'
  }

  async function makeThumbnail(key: string, width: ThumbnailWidth): Promise<ThumbnailState> {
    if ((retryAfter.get(key) ?? 0) > Date.now()) return 'original'
    try {
      return await storeThumbnail(key, width, await shrink(() => readPicture(key), width, await ownerOf(key)))
    } catch (error) {
      if (error instanceof PictureMissing) return 'missing'
      if (error instanceof LimitExceeded) await postponeRetry(key, error)
      throw error
    }
  }

  function makeOnce(key: string, width: ThumbnailWidth): Promise<ThumbnailState> {
    const target = thumbnailKey(key, width)
    const running = inProgress.get(target)
    if (running) return running
    const state = makeThumbnail(key, width).finally(() => inProgress.delete(target))
    inProgress.set(target, state)
    return state
  }

  async function readStored(key: string, width: ThumbnailWidth): Promise<StoredObject | 'original' | null> {
    const found = await storage.get(thumbnailKey(key, width))
    if (!found || found.size > originalMarker.length) return found
    found.stream.destroy()
    return 'original'
  }

  return {
    async open(key, width) {
      const found = await readStored(key, width)
      if (found) return found
      const state = await makeOnce(key, width)
      if (state !== 'stored') return state === 'missing' ? null : 'original'
      return readStored(key, width)
    },
  }
}
