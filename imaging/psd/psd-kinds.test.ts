/** Imports a PSD of every kind of the register, both ways, and compares what a design shows with what Photoshop shows. */
import { describe, expect, test } from 'vitest'
import { oddPsd } from '../../fixtures/odd-files/psd-writer'
import { flatPsds, oddPsds } from '../../fixtures/odd-files/psds'
import { shownPicture } from './test/drawn'
import { openBlob, wanted } from './test/psd-files'
import type { GroupMode } from './types'

const [artboard, mean] = ['canvas', 2]

describe('a PSD of every kind', () => {
  const all = [...oddPsds, ...flatPsds]

  test('the register holds every colour mode, adjustment, blend mode and place', () => {
    expect(all.length).toBeGreaterThan(1500)
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length)
  })

  test.each<GroupMode>(['flatten', 'leaves'])(
    'every PSD imported as %s looks as in Photoshop, or the report says that it does not',
    async (groups) => {
      const silent: string[] = []
      const counts = { clean: 0, alike: 0, known: 0 }
      for (const { name, file, isKnown } of all) {
        const psd = await openBlob(oddPsd(file))
        const { difference, isClean } = await shownPicture(psd, artboard, groups)
        const isAlike = isKnown && difference <= mean
        if (isClean && !isAlike) silent.push(`${difference.toFixed(1)} ${name}`)
        if (isClean) counts.clean++
        if (isKnown) counts.known++
        if (isAlike) counts.alike++
      }
      expect(silent).toEqual([])
      // A report that calls every layer different would pass the checks above, so most known layers must be drawn, and without a remark.
      // Inks are mixed correctly only in one picture of all layers.
      expect(counts.alike / counts.known).toBeGreaterThan(0.97)
      expect(counts.clean / counts.known).toBeGreaterThan(0.55)
    },
  )

  test('the comparison with the merged picture finds what the report does not know', async () => {
    const [known] = oddPsds
    if (known === undefined) throw new Error('the register is empty')
    const other = known.file.merged.map((plane) => plane.map((value) => 255 - value))
    const psd = await openBlob(oddPsd({ ...known.file, merged: other }))
    const { isClean } = await shownPicture(psd, artboard, 'flatten')
    expect(isClean).toBe(true)
    expect(await psd.likeness(artboard, wanted)).toMatchObject({ flatten: { alike: false }, leaves: { alike: false } })
  })
})
