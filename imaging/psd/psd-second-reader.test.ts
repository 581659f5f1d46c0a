/**
 * Counts, boxes and names of the layers of 8-bit PSDs, as `psd-parser` reads them: a reader that shares no code with ag-psd. It opens neither
 * large documents (PSB) nor layers of more than 8 bits, leaves the names of some writers' files out, and did not end within ten minutes
 * on the smallest generated files, so it reads the corpus alone.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { blobSource } from './bytes'
import type { PsdNode } from './node'
import { readRecords } from './records'
import { readSections } from './sections'
import { readStructure } from './structure'

interface TheirLayer {
  readonly top: number
  readonly left: number
  readonly width: number
  readonly height: number
  readonly additional: { readonly luni?: string }
}

const { parse } = createRequire(import.meta.url)('psd-parser') as {
  parse(path: string): { getDescendants(): readonly TheirLayer[]; readonly _psd_: { readonly header: Record<string, number> } }
}

const leavesOf = (nodes: readonly PsdNode[]): PsdNode[] =>
  nodes.flatMap((node) => (node.children === null ? [node] : leavesOf(node.children)))

async function layersOf(bytes: Uint8Array<ArrayBuffer>) {
  const source = blobSource(new Blob([bytes]))
  const sections = await readSections(source)
  const { width, height } = sections.header
  const leaves = leavesOf(readStructure(await readRecords(source, sections), sections.header))
  const layers = leaves.map(({ name, box }) => [name, box.left, box.top, box.right - box.left, box.bottom - box.top].join())
  return { width, height, layers: layers.sort() }
}

/** Returns null for a file whose layers or names it does not read: without names it does not know where groups end either. */
function layersOfTheirs(path: string) {
  const psd = parse(path)
  const { width, height } = psd._psd_.header
  const layers = psd.getDescendants()
  if (layers.length === 0 || layers.some(({ additional }) => additional.luni === undefined)) return null
  const texts = layers.map(({ additional: { luni }, left, top, width: across, height: down }) =>
    [luni, left, top, across, down].join(),
  )
  return { width, height, layers: texts.sort() }
}

const folder = join(import.meta.dirname, '../../../shared/data/psd')
const present = existsSync(join(folder, 'expected.json'))
const expected: readonly {
  readonly file: string
  readonly depth: number
  readonly opens: boolean
  readonly leafLayers: number
}[] = present ? JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) : []
// It writes about what it does not find.
beforeAll(() => {
  for (const method of ['log', 'error'] as const) vi.spyOn(console, method).mockImplementation(() => {})
})
afterAll(() => vi.restoreAllMocks())

const title = present ? 'real PSDs' : 'real PSDs (skipped, there is no ../shared/data/psd beside the repository)'
test.skipIf(!present)(`${title} have the size, the layers and the names that the second reader finds`, async () => {
  let compared = 0
  for (const { file, depth, opens, leafLayers } of expected) {
    if (!opens || depth !== 8 || leafLayers === 0 || !file.endsWith('.psd')) continue
    const path = join(folder, file)
    const theirs = layersOfTheirs(path)
    if (theirs === null) continue
    expect({ file, ...(await layersOf(Uint8Array.from(readFileSync(path)))) }).toEqual({ file, ...theirs })
    compared += 1
  }
  expect(compared).toBeGreaterThan(10)
})
