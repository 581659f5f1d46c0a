/**
 * Reads real files of Photoshop and other programs: opens them, counts layers, compares them with a second reader and with
 * Photoshop's own picture, then damages them in many ways. The files lie beside the repository and are not part of it.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import WebtoonPsd from '@webtoon/psd'
import { beforeAll, describe, expect, test } from 'vitest'
import { blank, type Raster } from '../pixels/raster'
import { blobSource } from './bytes'
import { composeInto } from './compose'
import { readMerged } from './merged'
import type { PsdNode } from './node'
import { type PixelSource, readPixels } from './pixels'
import { readRecords } from './records'
import { readSections } from './sections'
import { readStructure } from './structure'
import { meanDifference } from './test/drawn'
import { openBlob, wanted } from './test/psd-files'
import { PsdError } from './types'

interface Expected {
  readonly file: string
  readonly width: number
  readonly height: number
  readonly depth: number
  readonly colorMode: number
  readonly opens: boolean
  readonly leafLayers: number
  readonly groups: number
  readonly artboards: number
}

const folder = join(import.meta.dirname, '../../../shared/data/psd')
const present = existsSync(join(folder, 'expected.json'))
const expected: readonly Expected[] = present ? JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) : []
const bytesOf = ({ file }: Expected): Uint8Array<ArrayBuffer> => Uint8Array.from(readFileSync(join(folder, file)))
const named = (part: string): Expected => {
  const found = expected.find(({ file }) => file.endsWith(part))
  if (found === undefined) throw new Error(`no file ${part}`)
  return found
}

async function openParts(bytes: Uint8Array<ArrayBuffer>) {
  const source = blobSource(new Blob([bytes]))
  const sections = await readSections(source)
  const records = await readRecords(source, sections)
  const file: PixelSource = { source, header: sections.header, convert: null }
  return { file, sections, records, nodes: readStructure(records, sections.header) }
}

const leavesOf = (nodes: readonly PsdNode[]): PsdNode[] =>
  nodes.flatMap((node) => (node.children === null ? [node] : leavesOf(node.children)))
const groupsOf = (nodes: readonly PsdNode[]): PsdNode[] =>
  nodes.flatMap((node) => (node.children === null ? [] : [node, ...groupsOf(node.children)]))

/** The title says in the list of tests why they were skipped. */
const title = present ? 'the corpus of PSDs' : 'the corpus of PSDs: skipped, there is no ../shared/data/psd beside the repository'

describe.skipIf(!present)(title, () => {
  test.each(expected.filter(({ opens }) => opens).map((one) => [one.file.replace(/.*__/, ''), one] as const))(
    'the PSD %s opens with every layer, group and artboard, and every layer draws',
    async (_, one) => {
      const bytes = bytesOf(one)
      const { nodes, sections } = await openParts(bytes)
      const groups = groupsOf(nodes)
      expect({
        leafLayers: leavesOf(nodes).length,
        groups: groups.length,
        artboards: groups.filter(({ artboard }) => artboard !== null).length,
        colorMode: sections.header.mode,
      }).toEqual({ leafLayers: one.leafLayers, groups: one.groups, artboards: one.artboards, colorMode: one.colorMode })
      const psd = await openBlob(new Blob([bytes]))
      expect(psd.summary).toMatchObject({ width: one.width, height: one.height, depth: one.depth })
      for (const { id, width, height, layerCount } of psd.summary.artboards) {
        for (let index = 0; index < layerCount.flatten; index++) {
          const { layer, changes } = await psd.layer(id, 'flatten', index, wanted)
          // A layer that is left out always has a reason in the report.
          if (layer === null) expect(changes.length).toBeGreaterThan(0)
          else {
            const { left, top, right, bottom } = layer.raster
            expect(left >= 0 && top >= 0 && right <= width && bottom <= height && left < right && top < bottom).toBe(true)
          }
        }
        const small = await psd.thumbnail(id, 64, wanted)
        expect(Math.max(small.width, small.height)).toBeLessThanOrEqual(64)
      }
    },
  )

  test.each(expected.filter(({ opens }) => !opens).map((one) => [one.file.replace(/.*__/, ''), one] as const))(
    'the PSD %s is refused with a message',
    async (_, one) => {
      await expect(openBlob(new Blob([bytesOf(one)]))).rejects.toMatchObject({
        name: 'PsdError',
        message: expect.stringMatching(/[一-龥]{3}/),
      })
    },
  )

  test('PSD layers agree with those of a second reader', async () => {
    let compared = 0
    for (const one of expected.filter(
      ({ opens, colorMode, depth, leafLayers }) => opens && colorMode === 3 && depth === 8 && leafLayers > 0,
    )) {
      const bytes = bytesOf(one)
      const { file, nodes } = await openParts(bytes)
      let second: Parameters<typeof WebtoonPsd.parse>[0] extends never ? never : ReturnType<typeof WebtoonPsd.parse>
      try {
        second = WebtoonPsd.parse(bytes.buffer)
      } catch {
        // The second reader opens fewer files than this one.
        continue
      }
      const theirs = [...second.layers]
      for (const node of leavesOf(nodes)) {
        const { left, top, right, bottom } = node.box
        const at = theirs.findIndex(
          (layer) =>
            layer.name === node.name &&
            layer.left === left &&
            layer.top === top &&
            layer.width === right - left &&
            layer.height === bottom - top,
        )
        const ours = await readPixels(file, node, node.box)
        if (at < 0 || ours === null) continue
        const [layer] = theirs.splice(at, 1)
        const pixels = await layer?.composite(false, false)
        expect(pixels === undefined ? 'none' : meanDifference(ours, { data: pixels }), `${one.file}: ${node.name}`).toBeLessThan(
          1.5,
        )
        compared++
      }
    }
    expect(compared).toBeGreaterThan(40)
  })

  describe('as Photoshop shows them', () => {
    const canvasOf = async (part: string): Promise<{ ours: Raster; photoshop: Raster; nodes: PsdNode[] }> => {
      const { file, sections, records, nodes } = await openParts(bytesOf(named(part)))
      const { width, height } = sections.header
      const region = { left: 0, top: 0, right: width, bottom: height }
      const photoshop = await readMerged(file, sections, { region, alpha: records.mergedAlpha, check: wanted })
      if (photoshop === null) throw new Error(`${part} has no merged picture`)
      const ours = blank(region)
      await composeInto({ ...file, check: wanted }, nodes, ours)
      return { ours, photoshop, nodes }
    }

    test.each([
      'linear-burn.psd',
      'blue-red-1x1-difference.psd',
      'blue-red-1x1-color-dodge.psd',
      'groups__expected.psd',
      'gray1.psb',
      'gray0.psb',
      'empty-layer.psb',
      '16bit5x5.psb',
      'rgb16bit.psd',
      'pen-text.psb',
    ])('PSD %s looks as Photoshop shows it', async (part) => {
      const { ours, photoshop } = await canvasOf(part)
      expect(meanDifference(ours, photoshop)).toBeLessThan(2)
    })

    describe('every mode, both ways round', () => {
      let found: Awaited<ReturnType<typeof canvasOf>>
      beforeAll(async () => {
        found = await canvasOf('gray-blend-modes.psd')
      })

      test('every blend mode, both ways round, gives Photoshop’s px, except for the noise of dissolve', () => {
        const { ours, photoshop, nodes } = found
        const dice = groupsOf(nodes)
          .filter(({ name }) => name === 'Dissolve')
          .flatMap(({ children }) => children ?? [])
        expect(dice).toHaveLength(4)
        let [sum, count] = [0, 0]
        for (let y = 0; y < ours.height; y++) {
          for (let x = 0; x < ours.width; x++) {
            if (dice.some(({ box }) => x >= box.left && x < box.right && y >= box.top && y < box.bottom)) continue
            const at = (y * ours.width + x) * 4
            sum += meanDifference({ data: ours.data.subarray(at, at + 4) }, { data: photoshop.data.subarray(at, at + 4) })
            count++
          }
        }
        expect(count).toBeGreaterThan(100_000)
        expect(sum / count).toBeLessThan(0.5)
      })
    })
  })

  describe('broken on purpose', () => {
    // Small files, so that every trial is quick; random numbers with a fixed seed, so that a failure can be repeated.
    const victims = expected.filter(({ opens, width, height }) => opens && width * height <= 160_000).slice(0, 20)
    let state = 20_260_101
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * below)
    }

    /** Opens the file and draws a few layers: it must succeed or reject with a reason, and it must end. */
    async function survives(bytes: Uint8Array<ArrayBuffer>, what: string): Promise<boolean> {
      let opened = true
      try {
        const psd = await openBlob(new Blob([bytes]))
        const [artboard] = psd.summary.artboards
        for (let index = 0; index < Math.min(3, artboard?.layerCount.flatten ?? 0); index++) {
          await psd.layer(artboard?.id ?? '', 'flatten', index, wanted)
        }
        await psd.thumbnail(artboard?.id ?? '', 32, wanted)
      } catch (error) {
        opened = false
        expect(error, what).toBeInstanceOf(PsdError)
        expect((error as PsdError).message, what).toMatch(/[一-龥]{3}/)
      }
      return opened
    }

    test('a PSD truncated anywhere is read or refused', async () => {
      expect(victims).toHaveLength(20)
      let refused = 0
      for (const victim of victims) {
        const bytes = bytesOf(victim)
        for (const length of [random(30), 26 + random(200), random(bytes.length), bytes.length - 1 - random(20)]) {
          if (!(await survives(bytes.slice(0, length), `${victim.file} cut at ${length}`))) refused++
        }
      }
      expect(refused).toBeGreaterThan(20)
    })

    test('a PSD with flipped bits is read or refused', async () => {
      for (const victim of victims) {
        const whole = bytesOf(victim)
        for (let trial = 0; trial < 6; trial++) {
          const bytes = whole.slice()
          // Headers and records are where a single bit matters most.
          const places = Array.from({ length: 1 + trial }, () =>
            random(trial % 2 === 0 ? Math.min(bytes.length, 4096) : bytes.length),
          )
          for (const place of places) bytes[place] = (bytes[place] ?? 0) ^ (1 << random(8))
          await survives(bytes, `${victim.file} with bits at ${places.join(', ')}`)
        }
      }
    })
  })
})
