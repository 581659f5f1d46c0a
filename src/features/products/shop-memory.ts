const key = 'kejiang.products.shop'

/** The shop that was looked at last on this machine; null when none was, or nothing can be kept here. */
export function recallShop(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    // A page without storage begins with the first shop.
    return null
  }
}

export function rememberShop(id: number): void {
  try {
    localStorage.setItem(key, String(id))
  } catch {
    // As above.
  }
}
