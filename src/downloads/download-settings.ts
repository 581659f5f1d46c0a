/** Stores the download settings of this browser, and a copy of the account's naming rules for when the server is unreachable. */
import type { Platform } from '../../adapters/platform'
import { type Fields, fieldsOf } from '../../contract/ground/fields'
import { downloadRuleParts } from '../../contract/rules/name-parts'
import type { DownloadRules } from '../../contract/types'
import type { Api } from '../api/services'
import type { PictureFormat } from './formats'

export interface DownloadSettings {
  readonly format: PictureFormat
  /** `browser`: the browser's download location; `folder`: written directly to a folder that is asked for each time. */
  readonly destination: 'browser' | 'folder'
}

export const defaultSettings: DownloadSettings = { format: { type: 'original' }, destination: 'browser' }
const defaultRules: DownloadRules = { rules: [...downloadRuleParts], withOrderIdFile: false }

type Storage = Pick<Platform['storage'], 'get' | 'set'>

const settingsKey = 'download.settings'
const rulesKey = 'download.rules'

/** Returns no fields when the storage is unavailable or its value is malformed, so defaults apply. */
async function read(storage: Storage, key: string): Promise<Fields> {
  try {
    const value: unknown = JSON.parse((await storage.get(key)) ?? '{}')
    return fieldsOf(value)
  } catch {
    return {}
  }
}

const write = (storage: Storage, key: string, value: unknown): Promise<void> =>
  storage.set(key, JSON.stringify(value)).catch(() => undefined)

function formatOf(value: unknown): PictureFormat {
  const { type, colors, transparency, id, name } = fieldsOf(value)
  if (type === 'profile' && typeof id === 'number' && typeof name === 'string') return { type, id, name }
  if (type !== 'tif') return { type: 'original' }
  return { type: 'tif', colors: colors === 'cmyk' ? 'cmyk' : 'rgb', transparency: transparency === 'white' ? 'white' : 'keep' }
}

export async function readSettings(storage: Storage): Promise<DownloadSettings> {
  const { format, destination } = await read(storage, settingsKey)
  return { format: formatOf(format), destination: destination === 'folder' ? 'folder' : 'browser' }
}

export const storeSettings = (storage: Storage, { format, destination }: DownloadSettings): Promise<void> =>
  write(storage, settingsKey, { format, destination })
export const storeRules = (storage: Storage, rules: DownloadRules): Promise<void> => write(storage, rulesKey, rules)

/** Returns the account's rules; if the server does not answer, those read last in this browser, else the default rules. */
export async function readRules(api: Api, storage: Storage): Promise<DownloadRules> {
  try {
    const rules = await api.downloadRules.get({}, { quiet: true, again: true })
    await storeRules(storage, rules)
    return rules
  } catch {
    const { rules, withOrderIdFile } = await read(storage, rulesKey)
    if (!Array.isArray(rules)) return defaultRules
    const known = downloadRuleParts.filter((part) => rules.includes(part))
    return { rules: rules.filter((part) => known.includes(part)), withOrderIdFile: withOrderIdFile === true }
  }
}
