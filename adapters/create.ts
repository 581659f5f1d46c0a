import type { BrowserPlatformOptions, MarketplaceBackEnd } from './browser/browser-platform'
import { pageStorage } from './browser/layered-storage'
import { type Door, detectDoor, doorQuery, type Environment } from './detect'
import { messageOf, platformError } from './error-text'
import type { AdapterServices } from './files-api'
import { type Platform, PlatformError } from './platform'
import { unusablePlatform } from './unusable'

export interface PlatformOptions extends AdapterServices {
  /** The door to use whatever the page looks like; absent: detected. */
  readonly environment?: Environment
  /** Version of the plugin, told to the client. */
  readonly appVersion: string
  /** The marketplace over HTTP, for the browser door. */
  readonly marketplace?: MarketplaceBackEnd
}

/** A frame and the page around it share one session storage; each remembers its own door. */
const rememberedDoor = () => `kejiang.door.${window.parent === window ? 'page' : 'frame'}`

/** The wish in the address outlives a reload of the same tab, which the plugin's own navigation would lose. */
function remember(href: string): string {
  try {
    const query = doorQuery(href)
    if (query !== '') sessionStorage.setItem(rememberedDoor(), query)
    return sessionStorage.getItem(rememberedDoor()) ?? ''
  } catch {
    // Storage is closed in this frame: the address alone decides.
    return ''
  }
}

function look(forced: Environment | undefined): Door {
  return detectDoor({
    href: location.href,
    userAgent: navigator.userAgent,
    hasPostMessage: typeof window.my?.postMessage === 'function',
    remembered: remember(location.href),
    ...(forced ? { forced } : {}),
  })
}

async function openBrowser(options: PlatformOptions, noClient?: PlatformError): Promise<Platform> {
  const { createBrowserPlatform } = await import('./browser/browser-platform')
  const browser: BrowserPlatformOptions = { ...options, ...(noClient ? { noClient } : {}) }
  return createBrowserPlatform(browser)
}

async function openClient(options: PlatformOptions, door: Extract<Door, { environment: 'qianniu' }>): Promise<Platform> {
  const { openQianniu } = await import('./qianniu/open')
  const platform = openQianniu(options, door)
  if (door.certain) return platform
  try {
    await platform.ready()
    return platform
  } catch (error) {
    // Only signs of a client, and nobody answers: the page works as in any browser; what needs the client says why not.
    platform.dispose()
    return openBrowser(options, error instanceof PlatformError ? error : platformError('NOT_QIANNIU', { cause: error }))
  }
}

/**
 * Opens the door the page came in by. Never rejects: where no door works, the platform's `ready()` rejects with a
 * PlatformError whose message can be shown. Each adapter is loaded only when it is used.
 */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  try {
    const door = look(options.environment)
    if (door.environment === 'qianniu') return await openClient(options, door)
    if (door.environment === 'mock') return await import('./mock/open').then(({ openMock }) => openMock(options))
    return await openBrowser(options)
  } catch (error) {
    const reason =
      error instanceof PlatformError
        ? error
        : new PlatformError('NETWORK', `页面没有完整加载，请刷新后再试（${messageOf(error)}）`, { retryable: true, cause: error })
    return unusablePlatform(reason, pageStorage('kejiang.'))
  }
}
