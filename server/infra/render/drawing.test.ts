/** The engines of the server draw every odd drawing alike: Skia for prints, the library for drawings for thumbnails. */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { quickDrawings } from '../../../fixtures/odd-files/drawings'
import { pictureDifference } from '../../../test/browser/support/picture-difference'
import { printedDrawing } from '../../test/printed-drawing'
import { canonicalise } from '../content/drawing/canonicalise'
import { renderInto } from '../content/drawing/render'

const side = 240

test.each(quickDrawings.flatMap(({ name, svg, refused }) => (refused ? [] : [[name, svg] as const])))(
  'print and thumbnail of %s look alike',
  async (_name, svg) => {
    const drawing = await canonicalise(Buffer.from(svg))
    const { data, width, height } = await renderInto(drawing, { width: side, height: side })
    const thumbnail = await sharp(data, { raw: { width, height, channels: 4 } })
      .flatten({ background: '#fff' })
      .raw()
      .toBuffer()
    const print = await printedDrawing(drawing, { width, height })
    const { mean, blocks } = pictureDifference(thumbnail, print, width)
    expect(blocks).toBe(0)
    expect(mean).toBeLessThan(1)
  },
)
