/**
 * Loads each picture of a design once and records whether it is ready or failed, so that a design with a missing picture is
 * never exported as complete. Loads with CORS, because one picture of another origin would taint every export.
 */
import type { DesignDoc } from '../model/types'

export type PictureState = 'loading' | 'ready' | 'failed'

interface Entry {
  state: PictureState
  element: HTMLImageElement | null
  done: Promise<void>
}

export interface Pictures {
  /** Returns the state of a picture and starts loading it if needed. */
  state(url: string): PictureState
  /** Returns the loaded picture; null until it is ready. */
  element(url: string): HTMLImageElement | null
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
  dispose(): void
}

export type LoadPicture = (url: string) => Promise<HTMLImageElement>

/**
 * Loads a picture; rejects when there is no picture at the address. It is not decoded ahead: Chromium keeps what `decode()` makes for
 * the page alone, and a canvas decodes the picture again.
 */
export const loadPicture: LoadPicture = async (url) => {
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

/** Starts to load every picture of a design, so that they arrive while what shows them is still being made. */
export function picturesOf(doc: DesignDoc, resolveUrl: (url: string) => string, load: LoadPicture = loadPicture): Pictures {
  const pictures = createPictures(load)
  for (const { imageUrl } of doc.layers) pictures.state(resolveUrl(imageUrl))
  return pictures
}

export function createPictures(load: LoadPicture = loadPicture): Pictures {
  const entries = new Map<string, Entry>()
  const listeners = new Set<(url: string) => void>()
  const failed = () => new Set([...entries].flatMap(([url, { state }]) => (state === 'failed' ? [url] : [])))
  let disposed = false

  const request = (url: string): Entry => {
    const existing = entries.get(url)
    if (existing) return existing
    const entry: Entry = { state: 'loading', element: null, done: Promise.resolve() }
    const settle = (state: PictureState, element: HTMLImageElement | null) => {
      entry.state = state
      entry.element = element
      if (!disposed) for (const listener of [...listeners]) listener(url)
    }
    entries.set(url, entry)
    entry.done = load(url).then(
      (element) => settle('ready', element),
      () => settle('failed', null),
    )
    return entry
  }

  return {
    state: (url) => request(url).state,
    element: (url) => entries.get(url)?.element ?? null,
    async whenSettled(urls) {
      await Promise.all(urls.map((url) => request(url).done))
    },
    share(from, to) {
      const shown = entries.get(from)
      if (shown?.element && entries.get(to)?.state !== 'ready') entries.set(to, shown)
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
      entries.clear()
    },
  }
}
