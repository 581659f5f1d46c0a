/** Access to what a service worker keeps of its pages. Rejects where the browser keeps nothing. */
export const openPageCache = async (name: string): Promise<Cache> => caches.open(name)
