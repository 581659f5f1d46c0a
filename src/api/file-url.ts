import type { ThumbnailWidth } from '../../contract/constants'

let apiBase = ''
const webAddress = /^https?:\/\//i

/** Tells where the admin API lives; called once at start, before anything is drawn. */
export function setFileBase(base: string): void {
  apiBase = base
}

/** An address a picture element can load: server paths are resolved against the admin API, everything else stays as it is. */
export function resolveFileUrl(url: string): string {
  if (!url.startsWith('/') || url.startsWith('//') || apiBase === '') return url
  return new URL(url, apiBase).href
}

// Where this product's server serves stored pictures and previews of those that are not paid for, whatever stands before it.
const storedPicture = /\/files\/(?:[0-9a-f]{32}\/[0-9a-f]{16}\.(?:png|jpg|webp|svg)|previews\/[\w-]+\.webp)$/

/**
 * A small version of a stored picture, at most `width` px wide, for lists: resolved like `resolveFileUrl`. An address that is
 * not a stored file of this server's (blob:, data:, the marketplace's) stays what it is.
 */
export function thumbnailUrl(url: string, width: ThumbnailWidth): string {
  const resolved = resolveFileUrl(url)
  return storedPicture.test(resolved) ? `${resolved}?w=${width}` : resolved
}

const anyStoredFile = /^\/files\/(?:[0-9a-f]{32}\/[0-9a-f]{16}\.[a-z]{3,4}|previews\/[\w-]+\.webp)$/

/** Path and query of a stored file of this product's server; null for any other absolute address. */
export function storedFilePath(url: string): string | null {
  if (!webAddress.test(url)) return null
  const { origin, pathname, search } = new URL(url)
  return apiBase !== '' && origin === new URL(apiBase).origin && anyStoredFile.test(pathname) ? pathname + search : null
}
