/**
 * Loads pictures of our own server on a page without a network: an <img> whose source is a stored file gets the same picture
 * through the client. Addresses in documents, lists and saves stay unchanged; only the source that the element loads differs.
 * It replaces members of HTMLImageElement.prototype: docs/adr/0026 explains why, and how that is confined.
 */

/** Size of the picture cache, bytes. */
const maxKeptBytes = 64 * 1024 * 1024
/** A source that fails at once, so that the element fires its error event. */
const broken = 'data:image/png;base64,'

export interface CarriedPictures {
  /** Returns path and query if the file at this absolute address must be loaded through the client, otherwise null. */
  pathOf(url: string): string | null
  load(path: string): Promise<Blob>
}

interface Kept {
  readonly url: Promise<string>
  bytes: number
}

/** Creates a cache that removes the least recently used picture first. Elements that show it retain their decoded copy. */
function createPictureCache(load: CarriedPictures['load']) {
  const kept = new Map<string, Kept>()
  let total = 0
  const drop = (path: string, one: Kept) => {
    if (kept.get(path) !== one) return
    kept.delete(path)
    total -= one.bytes
    one.url.then(URL.revokeObjectURL, () => undefined)
  }
  return (path: string): Promise<string> => {
    const known = kept.get(path)
    if (known) {
      kept.delete(path)
      kept.set(path, known)
      return known.url
    }
    const one: Kept = {
      bytes: 0,
      url: load(path).then((blob) => {
        one.bytes = blob.size
        total += blob.size
        for (const [oldest, other] of kept) {
          if (total <= maxKeptBytes || other === one) break
          drop(oldest, other)
        }
        return URL.createObjectURL(blob)
      }),
    }
    kept.set(path, one)
    // The next request tries again.
    one.url.catch(() => drop(path, one))
    return one.url
  }
}

interface Wanted {
  readonly address: string
  readonly arrived: Promise<void>
}

/**
 * Installs it for all image elements of the document.
 *
 * @returns a function that uninstalls it.
 */
export function carryPictures({ pathOf, load }: CarriedPictures): () => void {
  const prototype = HTMLImageElement.prototype
  const source = Object.getOwnPropertyDescriptor(prototype, 'src')
  const readSource = source?.get
  const { setAttribute, decode } = prototype
  if (!source || !readSource) throw new Error('an <img> whose src cannot be told apart')
  const cachedPicture = createPictureCache(load)
  const wanted = new WeakMap<HTMLImageElement, Wanted>()
  const write = (image: HTMLImageElement, url: string) => setAttribute.call(image, 'src', url)

  function show(image: HTMLImageElement, value: string): void {
    const address = new URL(value, document.baseURI).href
    const path = pathOf(address)
    if (path === null) {
      wanted.delete(image)
      write(image, value)
      return
    }
    const put = (url: string) => {
      if (wanted.get(image) === one) write(image, url)
    }
    const one: Wanted = { address, arrived: cachedPicture(path).then(put, () => put(broken)) }
    wanted.set(image, one)
  }

  Object.defineProperty(prototype, 'src', {
    ...source,
    get(this: HTMLImageElement) {
      return wanted.get(this)?.address ?? readSource.call(this)
    },
    set(this: HTMLImageElement, value: string) {
      show(this, String(value))
    },
  })
  // React assigns a source by setAttribute.
  prototype.setAttribute = function (this: HTMLImageElement, name: string, value: string) {
    if (name.toLowerCase() === 'src') show(this, String(value))
    else setAttribute.call(this, name, value)
  }
  prototype.decode = async function (this: HTMLImageElement) {
    await wanted.get(this)?.arrived
    return decode.call(this)
  }
  return () => {
    Object.defineProperty(prototype, 'src', source)
    Object.assign(prototype, { decode })
    Reflect.deleteProperty(prototype, 'setAttribute')
  }
}
