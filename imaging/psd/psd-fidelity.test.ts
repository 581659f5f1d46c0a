/**
 * Draws every artboard of the corpus as a design shows its imported layers, and compares it on white with the picture that
 * Photoshop stored. PSD_FOLDER names another folder of files. The files lie beside the repository and are not part of it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { isBlank } from '../pixels/raster'
import { withComparison } from './likeness'
import type { PsdService } from './psd-service'
import { shownPicture } from './test/drawn'
import { openBlob, wanted } from './test/psd-files'
import { type GroupMode, PsdError } from './types'

const folder = process.env.PSD_FOLDER ?? join(import.meta.dirname, '../../../shared/data/psd')
const files = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.ps[bd]$/i.test(name))
  : []

interface Outcome {
  readonly name: string
  readonly isPlain: boolean
  readonly mean: number
}

/** Opens a file; null when it is refused with a reason. */
async function opened(name: string): Promise<PsdService | null> {
  try {
    return await openBlob(new Blob([readFileSync(join(folder, name))]))
  } catch (error) {
    if (error instanceof PsdError) return null
    throw error
  }
}

const title = files.length > 0 ? 'fidelity of imported PSDs' : 'fidelity of imported PSDs: skipped, there are no files'

describe.skipIf(files.length === 0)(title, () => {
  const outcomes: Record<GroupMode, Outcome[]> = { flatten: [], leaves: [] }
  beforeAll(async () => {
    for (const name of files) {
      const psd = await opened(name)
      for (const artboard of psd?.summary.artboards ?? []) {
        const stored = await psd?.merged(artboard.id, wanted)
        // A blank picture was written by a program that stores none.
        if (psd === null || !stored || isBlank(stored)) continue
        const likeness = await psd.likeness(artboard.id, wanted)
        for (const mode of ['flatten', 'leaves'] as const) {
          const { reports, difference } = await shownPicture(psd, artboard.id, mode)
          const said = withComparison(reports, likeness?.[mode] ?? null)
          const isPlain = said.every(({ looksDifferent }) => !looksDifferent)
          outcomes[mode].push({ name: `${name}: ${artboard.name}`, isPlain, mean: difference })
        }
      }
    }
  })

  test.each<GroupMode>(['flatten', 'leaves'])('artboards imported as %s look as in Photoshop', (mode) => {
    const share = (some: readonly Outcome[]) => some.filter(({ mean }) => mean <= 2).length / Math.max(1, some.length)
    const all = outcomes[mode]
    const plain = all.filter(({ isPlain }) => isPlain)
    const off = all
      .filter(({ mean }) => mean > 2)
      .map(({ name, isPlain, mean }) => `${mean.toFixed(2)} ${isPlain ? 'silent' : 'said'} ${name}`)
    const percent = (value: number) => `${(value * 100).toFixed(1)}%`
    const figures = `${mode}: ${percent(share(all))} of ${all.length}, without differences reported ${percent(share(plain))} of ${plain.length}`
    process.stdout.write(`${[figures, ...off].join('\n  ')}\n`)
    expect(share(plain), figures).toBeGreaterThanOrEqual(0.99)
    expect(share(all), figures).toBeGreaterThanOrEqual(0.93)
  })
})
