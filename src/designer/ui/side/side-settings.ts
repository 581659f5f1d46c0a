/** How the right column divides its height between properties and layers, remembered per username on this machine. */
import { localValues } from '../../../../adapters/storage/values'
import { isFields } from '../../../../contract/ground/fields'
import { clamp } from '../../../../contract/ground/number'

export interface SideSettings {
  /** Whether the list of layers is unfolded. */
  readonly layers: boolean
  /** Part of the column's height that the list of layers has while it is unfolded. */
  readonly share: number
}

/** Both parts stay large enough to work in at the smallest window of 600 px. */
export const shareRange = { min: 0.2, max: 0.75 } as const

const defaults: SideSettings = { layers: true, share: 0.4 }

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>
const keyOf = (username: string) => `kejiang.designerSide.${encodeURIComponent(username)}`

/** Returns the stored settings; the defaults in place of what is missing or invalid. */
export function readSideSettings(username: string, storage: Storage = localValues): SideSettings {
  try {
    const stored: unknown = JSON.parse(storage.getItem(keyOf(username)) ?? '{}')
    if (!isFields(stored)) return defaults
    const { layers, share } = stored
    return {
      layers: typeof layers === 'boolean' ? layers : defaults.layers,
      share: typeof share === 'number' ? clamp(share, shareRange.min, shareRange.max) : defaults.share,
    }
  } catch {
    return defaults
  }
}

export function storeSideSettings(username: string, settings: SideSettings, storage: Storage = localValues): void {
  storage.setItem(keyOf(username), JSON.stringify(settings))
}
