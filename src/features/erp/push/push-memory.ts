/** The factory that was chosen last on this machine. A closed or full storage costs the convenience, nothing else. */

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>

const keyOf = (account: string) => `kejiang.pushFactory.${encodeURIComponent(account)}`

export function lastFactory(account: string, storage: Storage = localStorage): number | null {
  try {
    const id = Number(storage.getItem(keyOf(account)))
    return Number.isSafeInteger(id) && id > 0 ? id : null
  } catch {
    return null
  }
}

export function keepFactory(account: string, factoryId: number, storage: Storage = localStorage): void {
  try {
    storage.setItem(keyOf(account), String(factoryId))
  } catch {
    // As above.
  }
}
