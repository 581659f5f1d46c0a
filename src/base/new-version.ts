/** Notices that a newer build is being served. It only tells: reloading is the seller's, who may hold unsaved work. */
import { proxy } from 'valtio'

export const newVersion = proxy({ available: false })

/** Filled in by the bundler: where the built files are served. */
declare const __webpack_public_path__: string

const leastMsBetweenLooks = 10 * 60_000
const scriptPattern = /<script[^>]+src="([^"]+)"/g

/** The names of a page's own scripts; they carry the hash of their content. */
export function scriptNames(html: string): readonly string[] {
  return [...html.matchAll(scriptPattern)].map((match) => (match[1] ?? '').replace(/^.*\//, '')).sort()
}

/** Whether a served page belongs to another build than the loaded scripts. A page without scripts is some proxy's, not ours. */
export function isOtherBuild(servedHtml: string, loaded: readonly string[]): boolean {
  const served = scriptNames(servedHtml)
  return served.length > 0 && served.join() !== [...loaded].sort().join()
}

let loadedScripts: readonly string[] = []
let lastLook = 0

/** Looks at what is served now. A page that cannot be read says nothing: the call that needs the network will say it. */
export async function lookForNewVersion(): Promise<boolean> {
  if (!location.protocol.startsWith('http') || newVersion.available) return newVersion.available
  lastLook = Date.now()
  try {
    const reply = await fetch(new URL(__webpack_public_path__ || '/', location.href), { cache: 'no-store' })
    if (reply.ok && isOtherBuild(await reply.text(), loadedScripts)) newVersion.available = true
  } catch {
    // Offline.
  }
  return newVersion.available
}

/** Looks again when the seller comes back to the window, at most every ten minutes. */
export function watchVersion(): void {
  const scripts = [...document.querySelectorAll<HTMLScriptElement>('script[src]')]
  loadedScripts = scripts
    .map((script) => script.src)
    .filter((src) => src.includes('/assets/'))
    .map((src) => src.replace(/^.*\//, ''))
  lastLook = Date.now()
  addEventListener('focus', () => {
    if (Date.now() - lastLook >= leastMsBetweenLooks) void lookForNewVersion()
  })
}
