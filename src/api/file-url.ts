import { type ThumbnailWidth, thumbnailWidths } from '../../contract/constants'

let apiBase = ''
const webAddress = /^https?:\/\//i

/** Sets the base address of the admin API; called once at the start, before anything is rendered. */
export function setFileBase(base: string): void {
  apiBase = base
}

/** Returns an address that a picture element can load: server paths are resolved against the admin API, others stay unchanged. */
export function resolveFileUrl(url: string): string {
  if (!url.startsWith('/') || url.startsWith('//') || apiBase === '') return url
  return new URL(url, apiBase).href
}

// A stored file's folder; that of a private file is signed (server/domain/files/addresses.ts).
const folder = '(?:[0-9a-f]{32}|p[0-9a-f]{32}-\\d{1,7}-[0-9a-f]{32})'

// Paths at which our server serves stored pictures and previews of unpaid ones, on any host.
const storedPicture = new RegExp(`/files/(?:${folder}/[0-9a-f]{16}\\.(?:png|jpg|webp|svg)|previews/[\\w-]+\\.webp)$`)

/**
 * Returns the address of a thumbnail for lists, at most `width` px wide, resolved like `resolveFileUrl`. An address that is not a
 * stored file of our server (blob:, data:, the marketplace's) stays unchanged.
 */
export function thumbnailUrl(url: string, width: ThumbnailWidth): string {
  const resolved = resolveFileUrl(url)
  return storedPicture.test(resolved) ? `${resolved}?w=${width}` : resolved
}

/**
 * Returns the address of the smallest picture that is sharp at the shown width: the browser keeps what it has decoded, so pictures larger
 * than they are shown take memory for nothing.
 *
 * @param width of the stored picture, px.
 * @param shownWidth CSS px.
 */
export function sharpUrl(url: string, width: number, shownWidth: number): string {
  const needed = shownWidth * devicePixelRatio
  const fitting = thumbnailWidths.find((candidate) => candidate >= needed && candidate < width)
  return fitting === undefined ? resolveFileUrl(url) : thumbnailUrl(url, fitting)
}

// Pictures of templates on their cases.
const onCase = 'case/[1-9]\\d*-[0-9a-f]{32}\\.webp'

const anyStoredFile = new RegExp(`^/files/(?:${folder}/[0-9a-f]{16}\\.[a-z]{3,4}|previews/[\\w-]+\\.webp|${onCase})$`)
// A CDN in front of our server may have any host and folder; these names, of content and secret, are found nowhere else.
const fileOfCdn = new RegExp(`/files/(?:${folder}/[0-9a-f]{16}\\.[a-z]{3,4}|${onCase})$`)

/** Returns path and query under which our server serves a stored file; null for any other absolute address. */
export function storedFilePath(url: string): string | null {
  if (!webAddress.test(url)) return null
  const { origin, pathname, search } = new URL(url)
  if (apiBase === '') return null
  if (origin === new URL(apiBase).origin && anyStoredFile.test(pathname)) return pathname + search
  const [path] = fileOfCdn.exec(pathname) ?? []
  return path === undefined ? null : path + search
}
