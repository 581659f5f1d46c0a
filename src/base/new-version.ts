/** Detects that a newer build is served. It only sets a flag: the seller, who may have unsaved work, decides when to reload. */
import { proxy } from 'valtio'

export const newVersion = proxy({ available: false })

/** Set by the bundler: the base address of the built files. */
declare const __webpack_public_path__: string

const minMsBetweenChecks = 10 * 60_000
const scriptPattern = /<script[^>]+src="([^"]+)"/g

/** Returns the names of a page's own scripts; they contain the hash of their content. */
export function scriptNames(html: string): readonly string[] {
  return [...html.matchAll(scriptPattern)].map((match) => (match[1] ?? '').replace(/^.*\//, '')).sort()
}

/**
 * Whether a served page belongs to another build than the loaded scripts. A page without scripts comes from a proxy, not from us.
 */
export function isOtherBuild(servedHtml: string, loaded: readonly string[]): boolean {
  const served = scriptNames(servedHtml)
  return served.length > 0 && served.join() !== [...loaded].sort().join()
}

let loadedScripts: readonly string[] = []
let lastCheckAt = 0

/** Compares the served page with the loaded one. A page that cannot be fetched is ignored: the next call reports the failure. */
export async function checkForNewVersion(): Promise<boolean> {
  if (!location.protocol.startsWith('http') || newVersion.available) return newVersion.available
  lastCheckAt = Date.now()
  try {
    const reply = await fetch(new URL(__webpack_public_path__ || '/', location.href), { cache: 'no-store' })
    if (reply.ok && isOtherBuild(await reply.text(), loadedScripts)) newVersion.available = true
  } catch {
    // The server cannot be reached.
  }
  return newVersion.available
}

/** Checks again when the seller returns to the window, at most every ten minutes. */
export function watchVersion(): void {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[src]')]
  loadedScripts = scripts
    .map((script) => script.src)
    .filter((src) => src.includes('/assets/'))
    .map((src) => src.replace(/^.*\//, ''))
  lastCheckAt = Date.now()
  addEventListener('focus', () => {
    if (Date.now() - lastCheckAt >= minMsBetweenChecks) void checkForNewVersion()
  })
}
