/**
 * Loads each picture of a design once and records whether it is ready or failed, so that a design with a missing picture is
 * never exported as complete. Loads with CORS, because one picture of another origin would taint every export.
 */
import { isDrawing } from '../model/picture-url'
import type { DesignDoc } from '../model/types'
import type { Picture } from './sheet'

export type PictureState = 'loading' | 'ready' | 'failed'

interface Entry {
  state: PictureState
  picture: Picture | null
  done: Promise<void>
}

export interface Pictures {
  /** Returns the state of a picture and starts loading it if needed. */
  state(url: string): PictureState
  /** Returns the loaded picture; null until it is ready. */
  get(url: string): Picture | null
  /** Resolves when none of these is loading any more, whether ready or failed. */
  whenSettled(urls: readonly string[]): Promise<void>
  /** Uses the picture of one address for another one too, as after an upload, so that it is not loaded again. */
  share(from: string, to: string): void
  /** Addresses whose picture failed to load. */
  failed(): ReadonlySet<string>
  /** Loads the failed pictures again. */
  retryFailed(): void
  /** Calls `listener` after a picture became ready or failed. Returns the unsubscribe function. */
  onChange(listener: (url: string) => void): () => void
  /** Frees the pictures; drawings of them stay. */
  dispose(): void
}

export type LoadPicture = (url: string) => Promise<Picture>

/**
 * Loads a picture; rejects when there is no picture at the address. It is not decoded ahead: Chromium keeps what `decode()` makes for
 * the page alone, and a canvas decodes the picture again.
 */
export async function loadPicture(url: string): Promise<HTMLImageElement> {
  const image = new Image()
  image.crossOrigin = 'anonymous'
  image.decoding = 'async'
  await new Promise((resolve, reject) => {
    image.onload = resolve
    image.onerror = () => reject(new Error(`there is no picture at ${url}`))
    image.src = url
  })
  if (image.naturalWidth === 0 || image.naturalHeight === 0) throw new Error(`the picture at ${url} has no size`)
  return image
}

/**
 * Loads a picture decoded: the engine decodes several at a time beside the page, while an element is decoded by the page itself
 * when it is first drawn. Where the page may not fetch the address, or only an element can decode it, resolves with an element.
 */
async function loadDecoded(url: string): Promise<Picture> {
  try {
    const reply = await fetch(url, { mode: 'cors', credentials: 'same-origin' })
    return await createImageBitmap(await reply.blob())
  } catch {
    return loadPicture(url)
  }
}

/** Pictures up to this many px are drawn directly from their source, which is faster than a copy per size on the screen. */
export const lightPixels = 2_000_000
/** A design's pictures are kept decoded up to this many px together, 4 bytes each; the engine may drop what an element decoded. */
const maxDecodedPixels = 24_000_000

/** Returns the addresses of the pictures to load decoded: light ones, lowest layers first, as far as the memory for them goes. */
function decodedUrls(doc: DesignDoc, resolveUrl: (url: string) => string): ReadonlySet<string> {
  const urls = new Set<string>()
  let left = maxDecodedPixels
  for (const { imageUrl, originalWidth, originalHeight } of doc.layers) {
    const [url, pixels] = [resolveUrl(imageUrl), originalWidth * originalHeight]
    // A page's content security policy may forbid to fetch data: addresses.
    const isElement = isDrawing(imageUrl) || imageUrl.startsWith('data:')
    if (isElement || pixels > Math.min(lightPixels, left) || urls.has(url)) continue
    urls.add(url)
    left -= pixels
  }
  return urls
}

export interface PictureLoaders {
  readonly element?: LoadPicture
  /** Loads pictures decoded; null on a page that can only load elements. */
  readonly decoded?: LoadPicture | null
}

/** Starts to load every picture of a design, so that they arrive while what shows them is still being made. */
export function picturesOf(
  doc: DesignDoc,
  resolveUrl: (url: string) => string,
  { element = loadPicture, decoded = loadDecoded }: PictureLoaders = {},
): Pictures {
  const urls = decoded ? decodedUrls(doc, resolveUrl) : null
  const pictures = createPictures((url) => (decoded && urls?.has(url) ? decoded(url) : element(url)))
  for (const { imageUrl } of doc.layers) pictures.state(resolveUrl(imageUrl))
  return pictures
}

const free = (picture: Picture | null) => {
  if (picture && 'close' in picture) picture.close()
}

export function createPictures(load: LoadPicture = loadPicture): Pictures {
  const entries = new Map<string, Entry>()
  const listeners = new Set<(url: string) => void>()
  const failed = () => new Set([...entries].flatMap(([url, { state }]) => (state === 'failed' ? [url] : [])))
  let disposed = false

  const request = (url: string): Entry => {
    const existing = entries.get(url)
    if (existing) return existing
    const entry: Entry = { state: 'loading', picture: null, done: Promise.resolve() }
    const settle = (state: PictureState, picture: Picture | null) => {
      entry.state = state
      entry.picture = picture
      if (disposed) free(picture)
      else for (const listener of [...listeners]) listener(url)
    }
    entries.set(url, entry)
    entry.done = load(url).then(
      (picture) => settle('ready', picture),
      () => settle('failed', null),
    )
    return entry
  }

  return {
    state: (url) => request(url).state,
    get: (url) => entries.get(url)?.picture ?? null,
    async whenSettled(urls) {
      await Promise.all(urls.map((url) => request(url).done))
    },
    share(from, to) {
      const shown = entries.get(from)
      if (shown?.picture && entries.get(to)?.state !== 'ready') entries.set(to, shown)
    },
    failed,
    retryFailed() {
      const urls = failed()
      for (const url of urls) entries.delete(url)
      for (const url of urls) {
        request(url)
        for (const listener of [...listeners]) listener(url)
      }
    },
    onChange(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    dispose() {
      disposed = true
      listeners.clear()
      for (const { picture } of entries.values()) free(picture)
      entries.clear()
    },
  }
}
