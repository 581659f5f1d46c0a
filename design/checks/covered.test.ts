import { describe, expect, test } from 'vitest'
import type { CoverMask } from '../geometry/wireframe'
import { docOf, image, text } from '../test/make'
import { coveredLayers } from './covered'

/** A case of the canvas's size whose camera covers a square of 200 px in the top left corner. */
const wireframe = { width: 500, height: 1044, printArea: null }
const mask: CoverMask = { width: 250, height: 522, alpha: new Uint8Array(250 * 522) }
for (let y = 0; y < 100; y++) mask.alpha.fill(255, y * 250, y * 250 + 100)

const covered = (...layers: Parameters<typeof docOf>) =>
  coveredLayers(docOf(...layers), wireframe, mask).map(({ layer, share }) => [layer.uuid, Math.round(share * 100) / 100])

describe('layers under the camera', () => {
  test('a picture is reported when a part that matters is covered, a text when any of it is', () => {
    expect(covered(image('under', { left: 50, top: 50 }), image('beside', { left: 190, top: 50 }))).toEqual([['under', 1]])
    expect(covered(image('half', { left: 150, top: 50 }))).toEqual([['half', 0.5]])
    expect(covered(text('words', { left: 194, top: 100 }), text('free', { left: 210, top: 0 }))).toEqual([['words', 0.06]])
  })
  test('a layer that fills the case counts as under the camera on purpose, and hidden layers are not checked', () => {
    const whole = { left: 0, top: 0, width: 500, height: 1044 }
    expect(covered(image('frame', whole), image('bg', { isBackground: true }), image('h', { hidden: true }))).toEqual([])
  })
  test('a rotated layer is judged by its own outline, and a part beyond the printed one does not count', () => {
    // The corners of its bounds reach under the camera, its outline does not.
    expect(covered(image('turned', { left: 220, top: 160, width: 120, height: 120, rotation: 45 }))).toEqual([])
    const narrow = { ...wireframe, printArea: { left: 150, top: 0, right: 0, bottom: 0 } }
    const doc = docOf(image('a', { left: 100, top: 0, width: 200, height: 100 }))
    expect(coveredLayers(doc, narrow, mask)[0]?.share).toBeCloseTo(1 / 3, 2)
  })
  test('another shape of case covers another part of the design', () => {
    const short = { width: 500, height: 800, printArea: null }
    const doc = docOf(image('a', { left: 0, top: 0 }), image('b', { left: 0, top: 130, width: 60, height: 60 }))
    expect(coveredLayers(doc, short, { ...mask, height: 400 }).map(({ layer }) => layer.uuid)).toEqual(['b'])
  })
})
