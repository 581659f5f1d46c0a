/** Access to document.cookie without exceptions: in sandboxes without an origin, reading the property throws. */

/** Returns the cookies; empty if the page may not read any. */
export function readCookies(): string {
  try {
    return document.cookie
  } catch {
    return ''
  }
}

/** Writes one cookie, as `name=value; attributes`. Does nothing if the page may not write any; read it back to check. */
export function writeCookie(line: string): void {
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on http pages
    document.cookie = line
  } catch {
    // The caller reads the cookie back to learn whether it was written.
  }
}
