let apiBase = ''

/** Tells where the admin API lives; called once at start, before anything is drawn. */
export function setFileBase(base: string): void {
  apiBase = base
}

/** An address a picture element can load: server paths are resolved against the admin API, everything else stays as it is. */
export function resolveFileUrl(url: string): string {
  if (!url.startsWith('/') || url.startsWith('//') || apiBase === '') return url
  return new URL(url, apiBase).href
}
