import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { memoryLayer } from '../browser/layered-storage'
import { readCassette } from '../cassette/cassette'
import type { FilesApi } from '../files-api'
import { virtualClock } from './clock'
import { drive } from './drive'
import { createMockPlatform } from './mock-platform'

const everyday = readCassette(
  JSON.parse(readFileSync(join(import.meta.dirname, '../../fixtures/cassettes/desktop-client.json'), 'utf8')),
)
const never = () => Promise.reject(new Error('no file of the shop is touched'))
const files: FilesApi = { uploadForm: never, uploadPart: never, uploadResult: never, taobao: never }

test('drive finds every entry of a cassette by its own request', async () => {
  const playedEntries: number[] = []
  const cassette = { ...everyday, entries: everyday.entries.map(({ repeat: _, ...entry }) => entry) }
  const platform = createMockPlatform({
    cassette,
    clock: virtualClock(),
    storage: memoryLayer(),
    files: () => files,
    apiBase: 'http://127.0.0.1/',
    hooks: { notify: (event) => void (event.type === 'started' && playedEntries.push(event.seq)) },
  })
  for (const entry of cassette.entries) await drive(platform, entry)
  expect(playedEntries).toEqual(cassette.entries.map(({ seq }) => seq))
  expect(() => platform.verify()).not.toThrow()
})
