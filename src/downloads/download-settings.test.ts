import { expect, test } from 'vitest'
import { type DownloadSettings, keepSettings, readSettings, usualSettings } from './download-settings'

function storageOf(kept?: string) {
  const values = new Map(kept === undefined ? [] : [['download.settings', kept]])
  return {
    get: async (key: string) => values.get(key) ?? null,
    set: async (key: string, value: string) => void values.set(key, value),
  }
}

test.each<DownloadSettings>([
  usualSettings,
  { format: { type: 'tif', colors: 'cmyk', transparency: 'white' }, destination: 'folder' },
])('what a seller chose is there the next time: %j', async (settings) => {
  const storage = storageOf()
  await keepSettings(storage, settings)
  expect(await readSettings(storage)).toEqual(settings)
})

test.each([
  ['{"format":{"type":"original"},"place":"folder"}', { ...usualSettings, destination: 'folder' }],
  ['{"place":"elsewhere"}', usualSettings],
  ['no JSON', usualSettings],
])('%s, as a browser may have it, is read as %j', async (kept, settings) => {
  expect(await readSettings(storageOf(kept))).toEqual(settings)
})
