/** The platform adapter for ordinary browsers. */
import { platformError } from '../error-text'
import { chatAddress, webAddress } from '../links'
import { onceByKey } from '../once'
import type { Capability, HostInfo, Platform, PlatformError, PlatformStorage, UploadedFile } from '../platform'
import { type ApiUploadDeps, uploadThroughApi } from '../upload/api-upload'
import { pageStorage } from './layered-storage'
import { createFolderPicker } from './pick-folder'
import { pageSaving, saveFile } from './save-file'

export interface BrowserPlatformOptions extends ApiUploadDeps {
  /** Why no client was found, if one was tried; calls that need a client reject with it. Default: 当前可能不是千牛环境. */
  readonly noClientError?: PlatformError
  readonly storage?: PlatformStorage
}

const maxFileBytes = 50 * 1024 * 1024
const capabilities: readonly Capability[] = ['file.save', 'storage', 'link.open', 'chat.open']

const browserVersion = (userAgent: string): string => /(?:Chrome|Firefox|Version)\/([\d.]+)/.exec(userAgent)?.[1] ?? ''

/**
 * Creates the browser platform: files are uploaded to the admin API. What concerns the marketplace needs a client and rejects here; the
 * server reads products and orders itself (docs/adr/0036).
 */
export function createBrowserPlatform(options: BrowserPlatformOptions): Platform {
  const abilities = new Set(capabilities)
  const info: HostInfo = {
    environment: 'browser',
    version: browserVersion(navigator.userAgent),
    capabilities: abilities,
    maxFileBytes,
  }
  const folderPicker = createFolderPicker()
  const once = onceByKey<UploadedFile>(() => performance.now())
  const noMarketplace = () => Promise.reject(options.noClientError ?? platformError('NOT_QIANNIU'))
  const open = (address: string) => {
    window.open(address, '_blank', 'noopener')
  }
  return {
    ready: async () => info,
    can: (capability) => abilities.has(capability),
    uploadFile: (file, kind, call = {}) =>
      once.run(call.idempotencyKey, `${kind} ${file.blob.size} ${file.name}`, call, (signal, onProgress) =>
        uploadThroughApi(options, file, kind, { ...call, signal, onProgress }),
      ),
    deleteCloudFile: noMarketplace,
    callMarketplace: noMarketplace,
    storeConfig: noMarketplace,
    saveFile: (file, saveOptions) => saveFile(file, pageSaving(saveOptions)),
    ...(folderPicker && { pickFolder: folderPicker }),
    storage: options.storage ?? pageStorage('kejiang.'),
    openLink: async (url) => open(webAddress(url, location.href)),
    openChat: async (nick) => open(chatAddress(nick)),
    onState: (listener) => {
      listener('ready')
      return () => {}
    },
    dispose: once.dispose,
  }
}
