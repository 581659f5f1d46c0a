/** Carries measured results over a reload of the page, in whichever storage survives it. */
import type { Platform } from '../../../adapters/platform'
import { sessionValues } from '../../../adapters/storage/values'

const key = 'self-test.draft'
const sessionKey = `kejiang.${key}`

/** Stores the draft. Never rejects: without any storage the run is lost, and the storage step shows why. */
export async function storeDraft(platform: Platform, draft: string): Promise<void> {
  // Where session storage is blocked, the platform's own storage may still work.
  sessionValues.setItem(sessionKey, draft)
  await platform.storage.set(key, draft).catch(() => undefined)
}

/** Returns the draft of the previous load and removes it. */
export async function takeDraft(platform: Platform): Promise<string | null> {
  const draft = sessionValues.getItem(sessionKey)
  sessionValues.removeItem(sessionKey)
  const platformDraft = await platform.storage.get(key).catch(() => null)
  if (platformDraft !== null) await platform.storage.remove(key).catch(() => undefined)
  return draft ?? platformDraft
}
