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
const mostRemembered = 10_000

export interface Thumbnails {
  /**
   * Returns the thumbnail of the picture under `key`; null when there is no such picture, 'original' when the picture itself
   * should be served or cannot be drawn. Rejects when making the thumbnail failed this time.
   */
  open(key: string, width: ThumbnailWidth): Promise<StoredObject | 'original' | null>
}

type Made = 'stored' | 'original' | 'missing'

interface Parts {
  readonly storage: Storage
  readonly shrink: Examiner['shrink']
  readonly ownerOf: (key: string) => Promise<Owner>
}

/** Returns the account that owns the file under a key. */
export async function ownerOfFile(db: Db, key: string): Promise<Owner> {
  const row = await db.selectFrom('file').select('account_id').where('storage_key', '=', key).executeTakeFirst()
  return row?.account_id ?? null
}

class Missing extends Error {}

export function createThumbnails({ storage, shrink, ownerOf }: Parts): Thumbnails {
  // Calls for the same thumbnail share one computation. It is removed from the map when it ends, so the next call retries a
  // failure.
  const making = new Map<string, Promise<Made>>()
  const retryAfter = new Map<string, number>()

  async function read(key: string): Promise<Buffer> {
    const original = await storage.get(key)
    if (!original) throw new Missing(key)
    const parts: Buffer[] = []
    for await (const part of original.stream as AsyncIterable<Buffer>) parts.push(part)
    return Buffer.concat(parts)
  }

  /** Anybody may request a thumbnail, so a picture that cannot be drawn is tried only once, for all widths. */
  async function giveUp(key: string, { isPermanent }: LimitExceeded): Promise<void> {
    if (retryAfter.size >= mostRemembered) retryAfter.clear()
    retryAfter.set(key, Date.now() + retryAfterMs)
    if (isPermanent) for (const width of thumbnailWidths) await keep(key, width, null)
  }

  async function keep(key: string, width: ThumbnailWidth, bytes: Buffer | null): Promise<Made> {
    const target = thumbnailKey(key, width)
    await storage.put(target, bytes ?? originalMarker, 'image/webp')
    // The picture was removed in the meantime, possibly before this thumbnail was stored.
    if ((await storage.size(key)) === null) {
      await storage.remove(target)
      return 'missing'
    }
    return bytes ? 'stored' : 'original'
  }

  async function produce(key: string, width: ThumbnailWidth): Promise<Made> {
    if ((retryAfter.get(key) ?? 0) > Date.now()) return 'original'
    try {
      return await keep(key, width, await shrink(() => read(key), width, await ownerOf(key)))
    } catch (error) {
      if (error instanceof Missing) return 'missing'
      if (error instanceof LimitExceeded) await giveUp(key, error)
      throw error
    }
  }

  function ensure(key: string, width: ThumbnailWidth): Promise<Made> {
    const target = thumbnailKey(key, width)
    const running = making.get(target)
    if (running) return running
    const made = produce(key, width).finally(() => making.delete(target))
    making.set(target, made)
    return made
  }

  async function kept(key: string, width: ThumbnailWidth): Promise<StoredObject | 'original' | null> {
    const found = await storage.get(thumbnailKey(key, width))
    if (!found || found.size > originalMarker.length) return found
    found.stream.destroy()
    return 'original'
  }

  return {
    async open(key, width) {
      const found = await kept(key, width)
      if (found) return found
      const made = await ensure(key, width)
      if (made !== 'stored') return made === 'missing' ? null : 'original'
      return kept(key, width)
    },
  }
}
