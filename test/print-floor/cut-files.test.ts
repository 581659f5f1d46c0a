/** Files of cut lines, read by programs that are not ours: SVG by librsvg, through sharp, and DXF by ezdxf. */
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { mmToPx, pxToMm } from '../../contract/rules/lengths'
import { type CutLine, type PrintProfile, printPresets } from '../../contract/rules/print-profile'
import { cutFile } from '../../imaging/plates/cut-file'
import { printSheet } from '../../imaging/plates/print-sheet'
import type { Pixels } from '../../imaging/tiff/pixels'
import { artPixels, casePicture, casePng, rectangle, size } from './art'
import { canImport, runPython, withFile } from './tools'

const dpi = 300
const mm = (px: number) => pxToMm(px, dpi)
const { body, camera } = casePicture

async function caseMask() {
  const { data, info } = await sharp(await casePng())
    .ensureAlpha()
    .extractChannel(3)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8Array(data) }
}

async function madeFile(kind: 'svg' | 'dxf', cutLine: Partial<CutLine>, change: Partial<PrintProfile> = {}) {
  const profile = {
    ...printPresets.rgb.profile,
    dpi,
    cutFile: kind,
    cutLine: { name: 'CutContour', offsetMm: 0, ...cutLine },
    ...change,
  }
  const pixels: Pixels = { ...(await artPixels()), mask: await caseMask() }
  const sheet = await printSheet(pixels, profile)
  try {
    const file = cutFile(sheet, profile)
    if (file === null) throw new Error('there is no file')
    return file.bytes
  } finally {
    sheet.free()
  }
}

interface Shape {
  /** mm² */
  readonly area: number
  /** mm from the upper left of the print. */
  readonly box: readonly [left: number, top: number, right: number, bottom: number]
}

/** Lets librsvg fill the lines of a file at about 28 px a mm, and returns the area that an even number of lines does not surround. */
async function shapeOfSvg(bytes: Uint8Array): Promise<Shape & { readonly widthMm: number; readonly heightMm: number }> {
  const text = new TextDecoder().decode(bytes)
  const sizes = /width="([\d.]+)mm" height="([\d.]+)mm"/.exec(text)
  const [widthMm, heightMm] = [Number(sizes?.[1]), Number(sizes?.[2])]
  // All lines become one path, so that holes stay empty.
  const lines = [...text.matchAll(/ d="([^"]+)"/g)].map(([, d]) => d).join('')
  const filled = text.replace(/<g [\s\S]*<\/g>/, `<path d="${lines}" fill="black" fill-rule="evenodd"/>`)
  const { data, info } = await sharp(Buffer.from(filled), { density: 144 })
    .ensureAlpha()
    .extractChannel(3)
    .raw()
    .toBuffer({ resolveWithObject: true })
  // The sides are rounded to whole px.
  const [across, down] = [info.width / widthMm, info.height / heightMm]
  expect(down).toBeCloseTo(across, 1)
  let [sum, left, top, right, bottom] = [0, Infinity, Infinity, 0, 0]
  for (let at = 0; at < data.length; at++) {
    const value = data[at] as number
    sum += value
    if (value < 128) continue
    const [x, y] = [at % info.width, Math.floor(at / info.width)]
    left = Math.min(left, x)
    right = Math.max(right, x + 1)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y + 1)
  }
  const box = [left / across, top / down, right / across, bottom / down] as const
  return { area: sum / 255 / across / down, box, widthMm, heightMm }
}

const circle = Math.PI * camera.radius ** 2
const roundedBody = (body.right - body.left) * (body.bottom - body.top) - (4 - Math.PI) * body.corner ** 2
/** mm; a px of the mask is two of the print. */
const wantedCase: Shape = {
  area: (roundedBody - circle) * mm(2) ** 2,
  box: [body.left, body.top, body.right, body.bottom].map((px) => px * mm(2)) as [number, number, number, number],
}
const line = 400 * 4 * mm(1) ** 2
const wantedArt: Shape = {
  area: (rectangle.right - rectangle.left) * (rectangle.bottom - rectangle.top) * mm(1) ** 2 + line,
  box: [rectangle.left, rectangle.top, rectangle.right, 704].map(mm) as [number, number, number, number],
}

/** Within 0.1 mm, and half a per cent of the area. */
function expectShape({ area, box }: Shape, wanted: Shape): void {
  expect(Math.abs(area / wanted.area - 1)).toBeLessThan(0.005)
  for (const [side, value] of box.entries())
    expect(Math.abs(value - (wanted.box[side] as number)), `side ${side}`).toBeLessThan(0.1)
}

describe('a cut line as SVG, filled by librsvg', () => {
  test('along the art has its area and its place', async () => {
    const shape = await shapeOfSvg(await madeFile('svg', {}))
    expect([shape.widthMm, shape.heightMm]).toEqual([size.width, size.height].map((px) => expect.closeTo(mm(px), 2)))
    expectShape(shape, wantedArt)
  })

  test('along the case has its area without the camera, whatever the art is', async () => {
    expectShape(await shapeOfSvg(await madeFile('svg', { of: 'case' })), wantedCase)
  })

  test('along the case lies on the print with its bleed and its page, and is mirrored with it', async () => {
    const page = { widthMm: 70, heightMm: 100 }
    const shape = await shapeOfSvg(await madeFile('svg', { of: 'case' }, { bleedMm: 3, page, mirrored: true }))
    const [left, top] = [(page.widthMm - mm(size.width)) / 2, (page.heightMm - mm(size.height)) / 2]
    const [bodyLeft, bodyTop, bodyRight, bodyBottom] = wantedCase.box
    const width = mm(size.width)
    const box = [left + width - bodyRight, top + bodyTop, left + width - bodyLeft, top + bodyBottom] as const
    expectShape(shape, { area: wantedCase.area, box })
  })

  test('a millimetre outside of the case is larger by it, with a smaller opening', async () => {
    const shape = await shapeOfSvg(await madeFile('svg', { of: 'case', offsetMm: 1 }, { bleedMm: 2 }))
    const [left, top, right, bottom] = wantedCase.box
    const grown = { width: right - left + 2, height: bottom - top + 2, corner: body.corner * mm(2) + 1 }
    const hole = Math.PI * (camera.radius * mm(2) - 1) ** 2
    const border = mm(Math.round(mmToPx(2, dpi)))
    expectShape(shape, {
      area: grown.width * grown.height - (4 - Math.PI) * grown.corner ** 2 - hole,
      box: [left - 1 + border, top - 1 + border, right + 1 + border, bottom + 1 + border],
    })
  })
})

/** Returns of each closed polyline of a DXF the layer, and its area and box by ezdxf. */
const read = `
import sys, json, ezdxf
doc = ezdxf.readfile(sys.argv[1])
def shape(line):
    points = [(v.dxf.location.x, v.dxf.location.y) for v in line.vertices]
    area = abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(points, points[1:] + points[:1]))) / 2
    xs, ys = [p[0] for p in points], [p[1] for p in points]
    return {"layer": line.dxf.layer, "closed": bool(line.is_closed), "area": area, "box": [min(xs), min(ys), max(xs), max(ys)]}
errors = [str(e.message) for e in doc.audit().errors]
layers = [layer.dxf.name for layer in doc.layers]
print(json.dumps({"version": doc.dxfversion, "units": doc.units, "errors": errors, "layers": layers, "lines": [shape(l) for l in doc.modelspace().query("POLYLINE")]}))
`
interface ReadDxf {
  readonly version: string
  readonly units: number
  readonly errors: readonly string[]
  readonly layers: readonly string[]
  readonly lines: readonly { readonly layer: string; readonly closed: boolean; readonly area: number; readonly box: number[] }[]
}

describe.runIf(canImport('ezdxf'))(
  'a cut line as DXF, read by ezdxf (python3-ezdxf of Debian; skipped where it is not installed)',
  () => {
    test.each([
      ['along the art', 'art', wantedArt, 2],
      ['along the case', 'case', wantedCase, 2],
    ] as const)('%s has closed lines in millimetres on the layer of the spot colour', async (_, of, wanted, count) => {
      const bytes = await madeFile('dxf', { of })
      const dxf = await withFile('cut.dxf', bytes, (path) => JSON.parse(runPython(read, [path])) as ReadDxf)
      // Millimetres are 4 in the DXF reference.
      expect(dxf).toMatchObject({ version: 'AC1009', units: 4, errors: [] })
      expect(dxf.layers).toContain('CutContour')
      expect(dxf.lines).toHaveLength(count)
      for (const { layer, closed } of dxf.lines) expect({ layer, closed }).toEqual({ layer: 'CutContour', closed: true })
      const areas = dxf.lines.map(({ area }) => area).sort((a, b) => b - a)
      const area = of === 'art' ? areas.reduce((sum, one) => sum + one, 0) : (areas[0] as number) - (areas[1] as number)
      const sideOf = (at: number, pick: (...values: number[]) => number) => pick(...dxf.lines.map(({ box }) => box[at] as number))
      // Upwards from the lower left.
      const high = mm(size.height)
      const box = [sideOf(0, Math.min), high - sideOf(3, Math.max), sideOf(2, Math.max), high - sideOf(1, Math.min)] as const
      expectShape({ area, box }, wanted)
    })
  },
)
