import { expect, test } from 'vitest'
import { type DownloadSettings, defaultSettings, readSettings, storeSettings } from './download-settings'

function storageOf(kept?: string) {
  const values = new Map(kept === undefined ? [] : [['download.settings', kept]])
  return {
    get: async (key: string) => values.get(key) ?? null,
    set: async (key: string, value: string) => void values.set(key, value),
  }
}

test.each<DownloadSettings>([
  defaultSettings,
  { format: { type: 'tif', colors: 'cmyk', transparency: 'white' }, destination: 'folder' },
])('download settings are read as they were stored: %j', async (settings) => {
  const storage = storageOf()
  await storeSettings(storage, settings)
  expect(await readSettings(storage)).toEqual(settings)
})

test.each([
  ['{"format":{"type":"original"},"destination":"folder"}', { ...defaultSettings, destination: 'folder' }],
  ['{"place":"elsewhere"}', defaultSettings],
  ['no JSON', defaultSettings],
])('the stored download settings %s are read as %j', async (kept, settings) => {
  expect(await readSettings(storageOf(kept))).toEqual(settings)
})
