/** Hosts that the server may copy pictures from: the marketplace's picture space, and the embedded one. */
export interface PictureSource {
  /** Whether this source handles the URL. */
  accepts(url: URL): boolean
  /** Returns the bytes; rejects when the URL is refused, the picture too large or the host unreachable. */
  fetch(url: URL, maxBytes: number): Promise<Buffer>
}
