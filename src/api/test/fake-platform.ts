/** A platform for component tests: what a test does not give fails it by its name. */
import { onTestFinished } from 'vitest'
import type { Platform, PlatformStorage } from '../../../adapters/platform'

export function memoryStorage(kept = new Map<string, string>()): PlatformStorage {
  return {
    get: async (key) => kept.get(key) ?? null,
    set: async (key, value) => void kept.set(key, value),
    remove: async (key) => void kept.delete(key),
  }
}

/** @param own what the test uses of a platform, and what its platform can. */
export function fakePlatform(own: Partial<Platform> = {}): Platform {
  const mistakes: string[] = []
  onTestFinished(() => {
    if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
  })
  const missing = (name: keyof Platform) => (): Promise<never> => {
    const text = `this test has no platform.${name}`
    mistakes.push(text)
    return Promise.reject(new Error(text))
  }
  return {
    ready: async () => ({ environment: 'mock', version: '', capabilities: new Set(), maxFileBytes: 2 ** 30 }),
    can: () => false,
    uploadFile: missing('uploadFile'),
    deleteCloudFile: missing('deleteCloudFile'),
    callMarketplace: missing('callMarketplace'),
    storeConfig: missing('storeConfig'),
    saveFile: missing('saveFile'),
    storage: memoryStorage(),
    openLink: missing('openLink'),
    openChat: missing('openChat'),
    onState(listener) {
      listener('ready')
      return () => undefined
    },
    dispose: () => undefined,
    ...own,
  }
}
