/** What has been measured, carried over a reload of the page in whichever place survives it. */
import type { Platform } from '../../../adapters/platform'

const key = 'self-test.draft'
const sessionKey = `kejiang.${key}`

/** Rejects never: without a place the run is lost, and the storage step says why. */
export async function keepDraft(platform: Platform, draft: string): Promise<void> {
  try {
    sessionStorage.setItem(sessionKey, draft)
  } catch {
    // Closed in this frame; the platform's own storage may still be open.
  }
  await platform.storage.set(key, draft).catch(() => undefined)
}

/** The draft of the load before, once. */
export async function takeDraft(platform: Platform): Promise<string | null> {
  let draft: string | null = null
  try {
    draft = sessionStorage.getItem(sessionKey)
    sessionStorage.removeItem(sessionKey)
  } catch {
    // As above.
  }
  const other = await platform.storage.get(key).catch(() => null)
  if (other !== null) await platform.storage.remove(key).catch(() => undefined)
  return draft ?? other
}
