/** document.cookie behind a guard: sandboxes without an origin throw at its very name. */

/** Empty where the page may read none. */
export function readCookies(): string {
  try {
    return document.cookie
  } catch {
    return ''
  }
}

/** Writes one cookie, as `name=value; attributes`. Where the page may write none, nothing happens: read it back to know. */
export function writeCookie(line: string): void {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on http pages
    document.cookie = line
  } catch {
    // The caller reads the cookie back to learn whether it was written.
  }
}
