/** What a page may ask for. Its own code is ours, but whatever it loads shares its slot, so the shell decides. */

/** An https address in parts; undefined for everything that is not plainly one. The logic layer has no URL. */
export function httpsAddress(url: unknown): { readonly host: string; readonly path: string } | undefined {
  if (typeof url !== 'string' || url.length > 2000) return undefined
  // No user names, back slashes, spaces or control characters: where browsers disagree about the host.
  const match = /^https:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::\d{1,5})?([/?#][^\s\\]*)?$/i.exec(url)
  return match ? { host: (match[1] as string).toLowerCase(), path: match[2] ?? '/' } : undefined
}

/** `taobao.com` is that host alone, `*.taobao.com` all below it. */
export const isHostOf = (patterns: readonly string[], host: string): boolean =>
  patterns.some((pattern) => (pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern))

export function isAllowedLink(hosts: readonly string[], url: unknown): url is string {
  const address = httpsAddress(url)
  return address !== undefined && isHostOf(hosts, address.host)
}

/** Files of the plugin alone: a page must not overwrite or delete what other programs of the seller keep. */
export const isCloudPath = (path: unknown): path is string =>
  typeof path === 'string' && path.length <= 200 && /^kejiang(\/[\w-]+(\.[\w-]+)*)+$/.test(path)

export const isCloudId = (id: unknown): id is string =>
  typeof id === 'string' && id.length <= 500 && /^cloud:\/\/[^\s\\]+$/.test(id)

/** Paths of the admin API: no dots that climb, in clear or encoded, no host, nothing invisible. */
export function isApiPath(path: unknown): path is string {
  if (typeof path !== 'string' || path.length > 4000 || !/^\/api\/[\x21-\x7e]+$/.test(path) || path.includes('\\')) return false
  const place = (path.split(/[?#]/)[0] as string).replace(/%2e/gi, '.').replace(/%2f|%5c/gi, '/')
  return !place.split('/').some((part, at) => part === '..' || part === '.' || (part === '' && at > 0))
}

/** Names of texts the plugin keeps. */
export const isStorageKey = (key: unknown): key is string => typeof key === 'string' && /^[\w.:-]{1,200}$/.test(key)
