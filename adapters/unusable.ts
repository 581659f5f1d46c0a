import type { Platform, PlatformError, PlatformStorage } from './platform'

/**
 * A platform that cannot work here: every call rejects with the reason, so that the app can show it
 * instead of breaking. What the page keeps by itself still works: the error screen, too, has settings to read.
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
