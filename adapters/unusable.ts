import type { Platform, PlatformError, PlatformStorage } from './platform'

/**
 * Returns a platform for a page on which no adapter works: every call rejects with `reason`, which the app shows. Storage works,
 * because the error screen reads settings, too.
 */
export function unusablePlatform(reason: PlatformError, storage: PlatformStorage): Platform {
  const refuse = () => Promise.reject(reason)
  return {
    ready: refuse,
    can: () => false,
    uploadFile: refuse,
    deleteCloudFile: refuse,
    callMarketplace: refuse,
    storeConfig: refuse,
    saveFile: refuse,
    storage,
    openLink: refuse,
    openChat: refuse,
    onState: (listener) => {
      listener('lost')
      return () => {}
    },
    dispose: () => {},
  }
}
