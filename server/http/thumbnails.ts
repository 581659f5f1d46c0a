/** Small versions of stored pictures: made once, on first demand, and kept beside the picture. */
import pLimit from 'p-limit'
import type { ThumbnailWidth } from '../../contract/constants'
import { thumbnailKey } from '../domain/files/names'
import { shrink } from '../infra/content/thumbnail'
import type { Storage, StoredObject } from '../ports/storage'

/** Pictures decoded at the same time: each may take a few hundred MB for a moment at the pixel limit, and a core. */
const maxAtOnce = 2

export interface Thumbnails {
  /**
   * The small version of the picture under `key`; null when there is no such picture, 'original' when the picture itself is its
   * best small version. Rejects when it cannot be made.
   */
  open(key: string, width: ThumbnailWidth): Promise<StoredObject | 'original' | null>
}

type Made = 'stored' | 'original' | 'missing'

export function createThumbnails(storage: Storage, make: typeof shrink = shrink): Thumbnails {
  const limit = pLimit(maxAtOnce)
  // Calls for the same thumbnail share one making; it leaves the map when it ends, so a failure is tried again by the next call.
  const making = new Map<string, Promise<Made>>()

  async function produce(key: string, width: ThumbnailWidth): Promise<Made> {
    const original = await storage.get(key)
    if (!original) return 'missing'
    const parts: Buffer[] = []
    for await (const part of original.stream as AsyncIterable<Buffer>) parts.push(part)
    const bytes = await make(Buffer.concat(parts), width)
    if (!bytes) return 'original'
    const target = thumbnailKey(key, width)
    await storage.put(target, bytes, 'image/webp')
    // The picture was removed meanwhile, and its thumbnails perhaps before this one was there.
    if ((await storage.size(key)) === null) {
      await storage.remove(target)
      return 'missing'
    }
    return 'stored'
  }

  function ensure(key: string, width: ThumbnailWidth): Promise<Made> {
    const target = thumbnailKey(key, width)
    const running = making.get(target)
    if (running) return running
    const made = limit(() => produce(key, width)).finally(() => making.delete(target))
    making.set(target, made)
    return made
  }

  return {
    async open(key, width) {
      const kept = await storage.get(thumbnailKey(key, width))
      if (kept) return kept
      const made = await ensure(key, width)
      if (made !== 'stored') return made === 'missing' ? null : 'original'
      return storage.get(thumbnailKey(key, width))
    },
  }
}
