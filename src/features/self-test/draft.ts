/** What has been measured, carried over a reload of the page in whichever place survives it. */
import type { Platform } from '../../../adapters/platform'
import { sessionValues } from '../../../adapters/storage/values'

const key = 'self-test.draft'
const sessionKey = `kejiang.${key}`

/** Rejects never: without a place the run is lost, and the storage step says why. */
export async function keepDraft(platform: Platform, draft: string): Promise<void> {
  // Where this is closed, the platform's own storage may still be open.
  sessionValues.setItem(sessionKey, draft)
  await platform.storage.set(key, draft).catch(() => undefined)
}

/** The draft of the load before, once. */
export async function takeDraft(platform: Platform): Promise<string | null> {
  const draft = sessionValues.getItem(sessionKey)
  sessionValues.removeItem(sessionKey)
  const other = await platform.storage.get(key).catch(() => null)
  if (other !== null) await platform.storage.remove(key).catch(() => undefined)
  return draft ?? other
}
