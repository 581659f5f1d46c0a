/** The platform adapter for ordinary browsers. */
import { platformError } from '../error-text'
import { chatAddress, webAddress } from '../links'
import { onceByKey } from '../once'
import type {
  CallOptions,
  Capability,
  HostInfo,
  Platform,
  PlatformError,
  PlatformStorage,
  StoreConfigQuery,
  UploadedFile,
} from '../platform'
import { type ApiUploadDeps, uploadThroughApi } from '../upload/api-upload'
import { pageStorage } from './layered-storage'
import { createFolderPicker } from './pick-folder'
import { pageSaving, saveFile } from './save-file'

/** Reaches the marketplace over HTTP, for shops whose own server has the marketplace's keys. */
export interface MarketplaceBackEnd {
  deleteCloudFile(cloudFileIds: readonly string[], options?: CallOptions): Promise<void>
  callMarketplace(api: string, data: Readonly<Record<string, unknown>>, options?: CallOptions): Promise<unknown>
  storeConfig(query: StoreConfigQuery, options?: CallOptions): Promise<Readonly<Record<string, unknown>>>
}

export interface BrowserPlatformOptions extends ApiUploadDeps {
  readonly marketplace?: MarketplaceBackEnd
  /** Why no client was found, if one was tried; calls that need a client reject with it. Default: 当前可能不是千牛环境. */
  readonly noClientError?: PlatformError
  readonly storage?: PlatformStorage
}

const maxFileBytes = 50 * 1024 * 1024
const ownCapabilities: readonly Capability[] = ['file.save', 'storage', 'link.open', 'chat.open']
const marketplaceCapabilities: readonly Capability[] = ['cloud.delete', 'cloud.storeConfig', 'marketplace.call']

const browserVersion = (userAgent: string): string => /(?:Chrome|Firefox|Version)\/([\d.]+)/.exec(userAgent)?.[1] ?? ''

/** Creates the browser platform: files are uploaded to the admin API; the marketplace is reachable only over `marketplace`. */
export function createBrowserPlatform(options: BrowserPlatformOptions): Platform {
  const { marketplace } = options
  const abilities = new Set<Capability>([...ownCapabilities, ...(marketplace ? marketplaceCapabilities : [])])
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
    deleteCloudFile: (ids, call) => marketplace?.deleteCloudFile(ids, call) ?? noMarketplace(),
    callMarketplace: (api, data, call) => marketplace?.callMarketplace(api, data, call) ?? noMarketplace(),
    storeConfig: (query, call) => marketplace?.storeConfig(query, call) ?? noMarketplace(),
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
