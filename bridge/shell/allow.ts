/** Allow-list checks of the shell. The plugin's code is ours, but any script that its page loads can send messages too. */

/** Returns host and path of an https address; undefined for anything else. The logic layer has no `URL`. */
export function httpsAddress(url: unknown): { readonly host: string; readonly path: string } | undefined {
  if (typeof url !== 'string' || url.length > 2000) return undefined
  // User names, backslashes, spaces and control characters are refused, because browsers disagree about the host then.
  const match = /^https:\/\/([a-z0-9-]+(?:\.[a-z0-9-]+)*)(?::\d{1,5})?([/?#][^\s\\]*)?$/i.exec(url)
  return match ? { host: (match[1] as string).toLowerCase(), path: match[2] ?? '/' } : undefined
}

/** Whether a pattern matches a host: `taobao.com` matches that host alone, `*.taobao.com` all its subdomains. */
export const isHostOf = (patterns: readonly string[], host: string): boolean =>
  patterns.some((pattern) => (pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern))

export function isAllowedLink(hosts: readonly string[], url: unknown): url is string {
  const address = httpsAddress(url)
  return address !== undefined && isHostOf(hosts, address.host)
}

/** Whether a cloud path is in the plugin's own folder: a page must not overwrite files of the seller's other programs. */
export const isCloudPath = (path: unknown): path is string =>
  typeof path === 'string' && path.length <= 200 && /^kejiang(\/[\w-]+(\.[\w-]+)*)+$/.test(path)

export const isCloudId = (id: unknown): id is string =>
  typeof id === 'string' && id.length <= 500 && /^cloud:\/\/[^\s\\]+$/.test(id)

/** Whether a text is a path of the admin API: no `..`, plain or encoded, no host, only visible ASCII. */
export function isApiPath(path: unknown): path is string {
  if (typeof path !== 'string' || path.length > 4000 || !/^\/api\/[\x21-\x7e]+$/.test(path) || path.includes('\\')) return false
  const decoded = (path.split(/[?#]/)[0] as string).replace(/%2e/gi, '.').replace(/%2f|%5c/gi, '/')
  return !decoded.split('/').some((part, at) => part === '..' || part === '.' || (part === '' && at > 0))
}

/** Whether a text is a key for the client's storage. */
export const isStorageKey = (key: unknown): key is string => typeof key === 'string' && /^[\w.:-]{1,200}$/.test(key)
