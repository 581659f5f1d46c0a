/** Small versions of stored pictures: made once, on first demand, and kept beside the picture. */
import { type ThumbnailWidth, thumbnailWidths } from '../../contract/constants'
import { thumbnailKey } from '../domain/files/names'
import { TooHard } from '../infra/content/child-process'
import type { Db } from '../kernel/context'
import type { Examiner, Owner } from '../ports/examiner'
import type { Storage, StoredObject } from '../ports/storage'

/** Stored instead of a thumbnail where the picture itself is served; shorter than any WebP file. */
const asItIs = Buffer.from('-')
/** How long a picture that broke its process is let alone, ms: it may have been the machine. */
const letAloneMs = 10 * 60_000
const mostLetAlone = 10_000

export interface Thumbnails {
  /**
   * The small version of the picture under `key`; null when there is no such picture, 'original' when the picture itself is its
   * best small version, or cannot be drawn. Rejects when it could not be made this time.
   */
  open(key: string, width: ThumbnailWidth): Promise<StoredObject | 'original' | null>
}

type Made = 'stored' | 'original' | 'missing'

interface Parts {
  readonly storage: Storage
  readonly shrink: Examiner['shrink']
  readonly ownerOf: (key: string) => Promise<Owner>
}

/** The account whose file lies under a key. */
export async function ownerOfFile(db: Db, key: string): Promise<Owner> {
  const row = await db.selectFrom('file').select('account_id').where('storage_key', '=', key).executeTakeFirst()
  return row?.account_id ?? null
}

class Missing extends Error {}

export function createThumbnails({ storage, shrink, ownerOf }: Parts): Thumbnails {
  // Calls for the same thumbnail share one making; it leaves the map when it ends, so a failure is tried again by the next call.
  const making = new Map<string, Promise<Made>>()
  const letAlone = new Map<string, number>()

  async function read(key: string): Promise<Buffer> {
    const original = await storage.get(key)
    if (!original) throw new Missing(key)
    const parts: Buffer[] = []
    for await (const part of original.stream as AsyncIterable<Buffer>) parts.push(part)
    return Buffer.concat(parts)
  }

  /** Anybody may ask for a thumbnail: what cannot be drawn is tried once, at whatever width. */
  async function giveUp(key: string, { lasting }: TooHard): Promise<void> {
    if (letAlone.size >= mostLetAlone) letAlone.clear()
    letAlone.set(key, Date.now() + letAloneMs)
    if (lasting) for (const width of thumbnailWidths) await keep(key, width, null)
  }

  async function keep(key: string, width: ThumbnailWidth, bytes: Buffer | null): Promise<Made> {
    const target = thumbnailKey(key, width)
    await storage.put(target, bytes ?? asItIs, 'image/webp')
    // The picture was removed meanwhile, and its thumbnails perhaps before this one was there.
    if ((await storage.size(key)) === null) {
      await storage.remove(target)
      return 'missing'
    }
    return bytes ? 'stored' : 'original'
  }

  async function produce(key: string, width: ThumbnailWidth): Promise<Made> {
    if ((letAlone.get(key) ?? 0) > Date.now()) return 'original'
    try {
      return await keep(key, width, await shrink(() => read(key), width, await ownerOf(key)))
    } catch (error) {
      if (error instanceof Missing) return 'missing'
      if (error instanceof TooHard) await giveUp(key, error)
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
    if (!found || found.size > asItIs.length) return found
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
