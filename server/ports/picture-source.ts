/** Hosts the server may copy a picture from: the marketplace's picture space, and the simulator's. */
export interface PictureSource {
  /** Whether this source answers for the URL. */
  accepts(url: URL): boolean
  /** The bytes; rejects when the URL is refused, too large or unreachable. */
  fetch(url: URL, maxBytes: number): Promise<Buffer>
}
