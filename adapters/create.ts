/** Chooses and opens the platform adapter of this page. src/app calls `createPlatform` at start. */

import { messageOf } from '../contract/ground/thrown'
import { type AddedAdapter, type AddedAdapterServices, addedAdapterFor, addedAdapters } from './added-adapters'
import type { BrowserPlatformOptions } from './browser/browser-platform'
import { pageStorage } from './browser/layered-storage'
import { type AdapterChoice, adapterQuery, detectAdapter, isPassThrough, type Surroundings, selectionOf } from './detect'
import { platformError } from './error-text'
import { passThrough } from './mock/pass-through'
import { type Platform, PlatformError } from './platform'
import { isAutomated, recordingName, recordingRefusal } from './record/permission'
import { sessionValues } from './storage/values'
import { unusablePlatform } from './unusable'

export interface PlatformOptions extends AddedAdapterServices {
  /** Name of the adapter to use; if absent, it is detected. */
  readonly environment?: string
  /** Adapters besides the product's own; if absent, those of this build. */
  readonly added?: readonly AddedAdapter[]
}

/** Storage key of the remembered query. A frame and its parent share the session storage but may use different adapters. */
const queryKey = () => `kejiang.door.${window.parent === window ? 'page' : 'frame'}`

/** Stores the part of the address that selects the adapter, because the plugin's navigation drops it. Returns the stored one. */
function rememberQuery(href: string): string {
  const query = adapterQuery(href)
  if (query !== '') sessionValues.setItem(queryKey(), query)
  return sessionValues.getItem(queryKey()) ?? ''
}

const surroundings = (forced: string | undefined, remembered: string): Surroundings => ({
  href: location.href,
  userAgent: navigator.userAgent,
  hasPostMessage: typeof window.my?.postMessage === 'function',
  remembered,
  isFramed: window.parent !== window,
  ...(forced ? { forced } : {}),
})

async function openBrowser(options: PlatformOptions, noClientError?: PlatformError): Promise<Platform> {
  const { createBrowserPlatform } = await import('./browser/browser-platform')
  const browser: BrowserPlatformOptions = { ...options, ...(noClientError ? { noClientError } : {}) }
  return createBrowserPlatform(browser)
}

async function openClient(
  options: PlatformOptions,
  choice: Extract<AdapterChoice, { environment: 'qianniu' }>,
  record: string | null,
): Promise<Platform> {
  const { openQianniu } = await import('./qianniu/open')
  const isAllowed = recordingRefusal({ environment: 'qianniu', automated: isAutomated() }) === null
  const platform = record !== null && isAllowed ? await openRecorded(options, choice, record) : openQianniu(options, choice)
  if (choice.certain) return platform
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
  choice: Extract<AdapterChoice, { environment: 'qianniu' }>,
  name: string,
): Promise<Platform> {
  const [{ openQianniu }, { startRecording }] = await Promise.all([import('./qianniu/open'), import('./qianniu/recording')])
  return openQianniu(options, choice, (connection) => startRecording(name, connection))
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

async function openAdapter(options: PlatformOptions, surroundings: Surroundings, record: string | null): Promise<Platform> {
  const added = addedAdapterFor(options.added ?? addedAdapters, surroundings)
  if (added) return added.open(options)
  const choice = detectAdapter(surroundings)
  if (choice.environment === 'qianniu') return openClient(options, choice, record)
  if (choice.environment === 'mock') return import('./mock/open').then(({ openMock }) => openMock(options))
  return openBrowser(options)
}

/**
 * Opens the platform adapter of this page. Never rejects: if no adapter works, the platform's `ready()` rejects with a
 * PlatformError whose message can be shown. Each adapter is loaded only when it is used.
 */
export async function createPlatform(options: PlatformOptions): Promise<Platform> {
  try {
    const remembered = rememberQuery(location.href)
    const selection = selectionOf({ href: location.href, remembered })
    const record = recordingName(selection.get('record'))
    const detected = await openAdapter(options, surroundings(options.environment, remembered), record)
    const platform = isPassThrough(selection) ? passThrough(detected) : detected
    return record === null ? platform : await withRefusal(platform, record)
  } catch (error) {
    const reason =
      error instanceof PlatformError
        ? error
        : new PlatformError('NETWORK', `页面没有完整加载，请刷新后再试（${messageOf(error)}）`, { retryable: true, cause: error })
    return unusablePlatform(reason, pageStorage('kejiang.'))
  }
}
