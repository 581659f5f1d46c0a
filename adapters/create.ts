/** Chooses and opens the platform adapter of this page. src/app calls `createPlatform` at start. */
import type { BrowserPlatformOptions, MarketplaceBackEnd } from './browser/browser-platform'
import { pageStorage } from './browser/layered-storage'
import { type Door, detectDoor, doorQuery, passesThrough, type Surroundings, wishesOf } from './detect'
import { type AddedDoor, addedDoorFor, addedDoors, type DoorServices } from './doors'
import { messageOf, platformError } from './error-text'
import { passThrough } from './mock/pass-through'
import { type Platform, PlatformError } from './platform'
import { isAutomated, recordingName, recordingRefusal } from './record/permission'
import { sessionValues } from './storage/values'
import { unusablePlatform } from './unusable'

export interface PlatformOptions extends DoorServices {
  /** Name of the adapter to use; if absent, it is detected. */
  readonly environment?: string
  /** Adapters besides the product's own; if absent, those of this build. */
  readonly doors?: readonly AddedDoor[]
  /** The marketplace over HTTP, for the browser adapter. */
  readonly marketplace?: MarketplaceBackEnd
}

/** Storage key of the remembered query. A frame and its parent share the session storage but may use different adapters. */
const rememberedDoor = () => `kejiang.door.${window.parent === window ? 'page' : 'frame'}`

/** Stores the part of the address that selects the adapter, because the plugin's navigation drops it. Returns the stored one. */
function remember(href: string): string {
  const query = doorQuery(href)
  if (query !== '') sessionValues.setItem(rememberedDoor(), query)
  return sessionValues.getItem(rememberedDoor()) ?? ''
}

const look = (forced: string | undefined, remembered: string): Surroundings => ({
  href: location.href,
  userAgent: navigator.userAgent,
  hasPostMessage: typeof window.my?.postMessage === 'function',
  remembered,
  ...(forced ? { forced } : {}),
})

async function openBrowser(options: PlatformOptions, noClient?: PlatformError): Promise<Platform> {
  const { createBrowserPlatform } = await import('./browser/browser-platform')
  const browser: BrowserPlatformOptions = { ...options, ...(noClient ? { noClient } : {}) }
  return createBrowserPlatform(browser)
}

async function openClient(
  options: PlatformOptions,
  door: Extract<Door, { environment: 'qianniu' }>,
  record: string | null,
): Promise<Platform> {
  const { openQianniu } = await import('./qianniu/open')
  const isAllowed = recordingRefusal({ environment: 'qianniu', automated: isAutomated() }) === null
  const platform = record !== null && isAllowed ? await openRecorded(options, door, record) : openQianniu(options, door)
  if (door.certain) return platform
  try {
    await platform.ready()
    return platform
  } catch (error) {
    // There were only signs of a client and none answered: use the browser adapter, whose client methods report the reason.
    platform.dispose()
    return openBrowser(options, error instanceof PlatformError ? error : platformError('NOT_QIANNIU', { cause: error }))
  }
}

/** Opens the qianniu adapter with a recorder, which is loaded only when a recording was requested. */
async function openRecorded(
  options: PlatformOptions,
  door: Extract<Door, { environment: 'qianniu' }>,
  name: string,
): Promise<Platform> {
  const [{ openQianniu }, { startRecording }] = await Promise.all([import('./qianniu/open'), import('./qianniu/recording')])
  return openQianniu(options, door, (connection) => startRecording(name, connection))
}

/** Adds the reason why a requested recording is not made, so that the page can show it. */
async function withRefusal(platform: Platform, name: string): Promise<Platform> {
  if (platform.recording) return platform
  const environment = await platform.ready().then(
    (info) => info.environment,
    () => 'browser' as const,
  )
  const refusal = recordingRefusal({ environment, automated: isAutomated() }) ?? '千牛客户端没有回答，没有录制'
  const reason = new PlatformError('UNSUPPORTED', refusal)
  const recording = { name, refusal, calls: () => 0, onChange: () => () => {}, save: () => Promise.reject(reason) }
  return { ...platform, recording }
}

async function openDoor(options: PlatformOptions, seen: Surroundings, record: string | null): Promise<Platform> {
  const added = addedDoorFor(options.doors ?? addedDoors, seen)
  if (added) return added.open(options)
  const door = detectDoor(seen)
  if (door.environment === 'qianniu') return openClient(options, door, record)
  if (door.environment === 'mock') return import('./mock/open').then(({ openMock }) => openMock(options))
  return openBrowser(options)
}

/**
 * Opens the platform adapter of this page. Never rejects: if no adapter works, the platform's `ready()` rejects with a
 * PlatformError whose message can be shown. Each adapter is loaded only when it is used.
 */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  try {
    const remembered = remember(location.href)
    const wishes = wishesOf({ href: location.href, remembered })
    const record = recordingName(wishes.get('record'))
    const opened = await openDoor(options, look(options.environment, remembered), record)
    const platform = passesThrough(wishes) ? passThrough(opened) : opened
    return record === null ? platform : await withRefusal(platform, record)
  } catch (error) {
    const reason =
      error instanceof PlatformError
        ? error
        : new PlatformError('NETWORK', `页面没有完整加载，请刷新后再试（${messageOf(error)}）`, { retryable: true, cause: error })
    return unusablePlatform(reason, pageStorage('kejiang.'))
  }
}
