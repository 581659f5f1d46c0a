import { basename } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { serverBundle } from '../scripts/build.mjs'

test('the server bundle loads the simulated failures of the embedded factory, and orders of tests at the marketplace, only on demand', async () => {
  const { metafile, outputFiles } = await build({ ...serverBundle(), sourcemap: false, metafile: true, write: false })
  const chunks = new Map(Object.entries(metafile.outputs).map(([path, output]) => [basename(path), output]))
  const loaded = new Set<string>()
  const load = (name: string): void => {
    if (loaded.has(name)) return
    loaded.add(name)
    for (const { path, kind } of chunks.get(name)?.imports ?? []) if (kind === 'import-statement') load(basename(path))
  }
  load('main.mjs')
  expect(loaded.size).toBeGreaterThan(1)
  for (const marker of ['loseAnswers', '"700000009999"']) {
    const holding = outputFiles.filter(({ text }) => text.includes(marker)).map(({ path }) => basename(path))
    expect([marker, holding.length]).toEqual([marker, 1])
    expect(holding.filter((name) => loaded.has(name))).toEqual([])
  }
})
