/**
 * Loads pictures of our own server on a page without a network: an <img> whose source is a stored file gets the same picture
 * through the client. Addresses in documents, lists and saves stay unchanged; only the source that the element loads differs.
 * It replaces members of HTMLImageElement.prototype: docs/adr/0026 explains why, and how that is confined.
 */

import { revokeOnceLoaded } from '../../contract/ground/revoke-once-loaded'

/** Size of the picture cache, bytes. */
const maxCacheBytes = 64 * 1024 * 1024
/** A source that fails at once, so that the element fires its error event. */
const brokenSource = 'data:image/png;base64,'

export interface RelayOptions {
  /** Returns path and query if the file at this absolute address must be loaded through the client, otherwise null. */
  pathOf(url: string): string | null
  load(path: string): Promise<Blob>
}

interface CachedPicture {
  readonly url: Promise<string>
  /** Its object URL, once the picture has been loaded. */
  objectUrl: string | undefined
  bytes: number
}

/**
 * Creates a cache that removes the least recently used picture first. Elements that show it retain their decoded copy; those that have
 * not come into sight yet, so that the browser has not loaded it for them, fail and need it again.
 */
function createPictureCache(load: RelayOptions['load']) {
  const cache = new Map<string, CachedPicture>()
  let total = 0
  const evict = (path: string, picture: CachedPicture) => {
    if (cache.get(path) !== picture) return
    cache.delete(path)
    total -= picture.bytes
    picture.url.then(revokeOnceLoaded, () => undefined)
  }
  const request = (path: string): Promise<string> => {
    const cached = cache.get(path)
    if (cached) {
      cache.delete(path)
      cache.set(path, cached)
      return cached.url
    }
    const picture: CachedPicture = {
      bytes: 0,
      objectUrl: undefined,
      url: load(path).then((blob) => {
        picture.bytes = blob.size
        total += blob.size
        for (const [oldest, other] of cache) {
          if (total <= maxCacheBytes || other === picture) break
          evict(oldest, other)
        }
        picture.objectUrl = URL.createObjectURL(blob)
        return picture.objectUrl
      }),
    }
    cache.set(path, picture)
    // The next request tries again.
    picture.url.catch(() => evict(path, picture))
    return picture.url
  }
  return { request, holds: (path: string, url: string) => cache.get(path)?.objectUrl === url }
}

interface RelayedSource {
  readonly address: string
  readonly path: string
  readonly loaded: Promise<void>
}

/**
 * Installs it for all image elements of the document.
 *
 * @returns a function that uninstalls it.
 */
export function relayPictures({ pathOf, load }: RelayOptions): () => void {
  const prototype = HTMLImageElement.prototype
  const source = Object.getOwnPropertyDescriptor(prototype, 'src')
  const readSource = source?.get
  const { setAttribute, decode } = prototype
  if (!source || !readSource) throw new Error('an <img> whose src cannot be told apart')
  const pictures = createPictureCache(load)
  const sources = new WeakMap<HTMLImageElement, RelayedSource>()
  const write = (image: HTMLImageElement, url: string) => setAttribute.call(image, 'src', url)

  function setSource(image: HTMLImageElement, value: string): void {
    const address = new URL(value, document.baseURI).href
    const path = pathOf(address)
    if (path === null) {
      sources.delete(image)
      write(image, value)
      return
    }
    const writeIfCurrent = (url: string) => {
      if (sources.get(image) === one) write(image, url)
    }
    const loaded = pictures.request(path).then(writeIfCurrent, () => writeIfCurrent(brokenSource))
    const one: RelayedSource = { address, path, loaded }
    sources.set(image, one)
  }

  Object.defineProperty(prototype, 'src', {
    ...source,
    get(this: HTMLImageElement) {
      return sources.get(this)?.address ?? readSource.call(this)
    },
    set(this: HTMLImageElement, value: string) {
      setSource(this, String(value))
    },
  })
  // React assigns a source by setAttribute.
  prototype.setAttribute = function (this: HTMLImageElement, name: string, value: string) {
    if (name.toLowerCase() === 'src') setSource(this, String(value))
    else setAttribute.call(this, name, value)
  }
  prototype.decode = async function (this: HTMLImageElement) {
    await sources.get(this)?.loaded
    return decode.call(this)
  }
  /** Loads a picture again for an element that came into sight after the picture was released; nobody else learns of the failure. */
  const reloadReleased = (event: Event) => {
    const image = event.target
    const one = image instanceof HTMLImageElement ? sources.get(image) : undefined
    if (one === undefined) return
    const url = readSource.call(image) as string
    if (!url.startsWith('blob:') || pictures.holds(one.path, url)) return
    event.stopImmediatePropagation()
    setSource(image as HTMLImageElement, one.address)
  }
  // A capturing listener runs before those of the element itself.
  addEventListener('error', reloadReleased, true)
  return () => {
    removeEventListener('error', reloadReleased, true)
    Object.defineProperty(prototype, 'src', source)
    Object.assign(prototype, { decode })
    Reflect.deleteProperty(prototype, 'setAttribute')
  }
}
