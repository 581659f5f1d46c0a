/** Whether the seller on this machine accepted the service agreement; saving a template needs it. */
const key = 'kejiang.serviceAgreement'

/** Where local storage is closed (some embedded pages), the answer holds until the page goes. */
let fallback = false

export function isAgreementAccepted(): boolean {
  try {
    return localStorage.getItem(key) === 'accepted'
  } catch {
    return fallback
  }
}

export function setAgreementAccepted(accepted: boolean): void {
  fallback = accepted
  try {
    if (accepted) localStorage.setItem(key, 'accepted')
    else localStorage.removeItem(key)
  } catch {
    // Storage is closed: `fallback` holds it for this page.
  }
}
