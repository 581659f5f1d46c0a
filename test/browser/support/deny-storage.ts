/** Denies a page, before its own code runs, single kinds of storage, as blocked third-party storage and sandboxes do. */

export const denials = [
  'localStorage',
  'sessionStorage',
  'cookie',
  'indexedDB',
  'indexedDB that never answers',
  'locks',
  'BroadcastChannel and caches',
  'private disk',
] as const
export type Denial = (typeof denials)[number]

/** Runs inside the page, so it may use nothing but its argument. */
export function denyStorage(denied: readonly Denial[]): void {
  const refuse = (): never => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  const closed = { configurable: true, get: refuse, set: refuse }
  const reject = () => Promise.reject(new DOMException('The request was denied.', 'SecurityError'))
  for (const one of denied) {
    if (one === 'localStorage' || one === 'sessionStorage' || one === 'indexedDB') Object.defineProperty(window, one, closed)
    if (one === 'cookie') Object.defineProperty(Document.prototype, 'cookie', closed)
    // The request never fires an event.
    if (one === 'indexedDB that never answers') IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest
    if (one === 'locks' && 'locks' in navigator) LockManager.prototype.request = reject
    if (one === 'BroadcastChannel and caches') {
      Object.defineProperty(window, 'BroadcastChannel', closed)
      Object.defineProperty(window, 'caches', closed)
    }
    if (one === 'private disk' && 'storage' in navigator) StorageManager.prototype.getDirectory = reject
  }
}
