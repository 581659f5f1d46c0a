/**
 * Draws every artboard of the corpus as a design shows its imported layers, and compares it on white with the picture that
 * Photoshop stored. PSD_FOLDER names another folder of files. The files lie beside the repository and are not part of it.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { drawingOn } from '../pixels/draw'
import { blank, isBlank, type Raster } from '../pixels/raster'
import type { PsdService } from './psd-service'
import { openBlob, wanted } from './test/psd-files'
import { type GroupMode, type PsdArtboard, PsdError, type PsdLayerReport } from './types'

const folder = process.env.PSD_FOLDER ?? join(import.meta.dirname, '../../../../shared/data/psd')
const files = existsSync(folder)
  ? readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.ps[bd]$/i.test(name))
  : []

/** Mean difference on white, levels of 255. */
function difference({ data: a }: Raster, { data: b }: Raster): number {
  let sum = 0
  for (let at = 0; at < a.length; at += 4) {
    const [alpha, other] = [(a[at + 3] ?? 0) / 255, (b[at + 3] ?? 0) / 255]
    for (let c = at; c < at + 3; c++) sum += Math.abs((a[c] ?? 0) * alpha - (b[c] ?? 0) * other + 255 * (other - alpha))
  }
  return sum / ((a.length / 4) * 3)
}

interface Outcome {
  readonly name: string
  readonly isPlain: boolean
  readonly mean: number
}

async function outcomeOf(psd: PsdService, { id, width, height, layerCount }: PsdArtboard, mode: GroupMode, stored: Raster) {
  const onto = blank({ left: 0, top: 0, right: width, bottom: height })
  const drawing = drawingOn(onto, 1)
  const reports: PsdLayerReport[] = [...(psd.summary.reports[id]?.[mode] ?? [])]
  for (let index = 0; index < layerCount[mode]; index++) {
    const { layer, changes } = await psd.layer(id, mode, index, wanted)
    for (const { index: at, report } of changes) reports[at] = report
    if (layer !== null && !layer.hidden) drawing.add(layer.raster, layer.appearance)
  }
  drawing.finish()
  return { isPlain: reports.every(({ looksDifferent }) => !looksDifferent), mean: difference(onto, stored) }
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
        for (const mode of ['flatten', 'leaves'] as const)
          outcomes[mode].push({ name: `${name}: ${artboard.name}`, ...(await outcomeOf(psd, artboard, mode, stored)) })
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
    expect(share(all), figures).toBeGreaterThanOrEqual(0.85)
  })
})
