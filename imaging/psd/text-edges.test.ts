import { expect, test } from 'vitest'
import { blendInto } from '../pixels/blend'
import { blank, filled } from '../pixels/raster'
import { fitTextEdges, textGamma } from './text-edges'

const box = { left: 0, top: 0, right: 256, bottom: 1 }

test.each([
  ['black on white', [0, 0, 0], [255, 255, 255]],
  ['white on black', [255, 255, 255], [0, 0, 0]],
  ['gray on white', [90, 90, 90], [255, 255, 255]],
] as const)('edges of %s text mix plainly as Photoshop mixes them with its gamma', (_, ink, paper) => {
  const text = blank(box)
  for (let alpha = 0; alpha < 256; alpha++) text.data.set([...ink, alpha], alpha * 4)
  const withGamma = filled(box, paper)
  blendInto(withGamma, text, { mode: 'normal', gamma: textGamma })
  fitTextEdges(text)
  const plainly = filled(box, paper)
  blendInto(plainly, text, { mode: 'normal' })
  for (let at = 0; at < plainly.data.length; at++) {
    expect(Math.abs((plainly.data[at] ?? 0) - (withGamma.data[at] ?? 0))).toBeLessThanOrEqual(2)
  }
  expect([text.data[3], text.data[255 * 4 + 3]]).toEqual([0, 255])
})
