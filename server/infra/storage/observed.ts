import { operation } from '../../kernel/operation'
import type { Storage } from '../../ports/storage'

/** Returns the storage with each of its calls announced as an operation. */
export function observedStorage(storage: Storage): Storage {
  const observe = <T>(name: string, work: () => Promise<T>): Promise<T> => operation(() => ({ kind: 'storage', name }), work)
  return {
    ticket: (request) => storage.ticket(request),
    put: (...args) => observe('put', () => storage.put(...args)),
    get: (...args) => observe('get', () => storage.get(...args)),
    size: (key) => observe('size', () => storage.size(key)),
    // A listing is as slow as its reader, so its time says nothing about the storage.
    list: (folder) => storage.list(folder),
    remove: (key) => observe('remove', () => storage.remove(key)),
    ...(storage.checkUploads ? { checkUploads: storage.checkUploads } : {}),
    check: () => observe('check', () => storage.check()),
  }
}
