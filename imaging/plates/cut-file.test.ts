import { describe, expect, test } from 'vitest'
import { printPresets } from '../../contract/rules/print-profile'
import { flatten } from '../outline/curve'
import { cutFile, piecesWithin } from './cut-file'
import { cutCurves } from './cut-line'

/** Dots per inch at which one px is a tenth of a millimetre. */
const dpi = 254
const profile = { ...printPresets.onyx.profile, dpi, cutLine: { name: 'CutContour', offsetMm: 0 } } as const
/** A disk of 20 mm in a picture of 30 × 40 mm. */
const [width, height] = [300, 400]
const disk = Uint8Array.from({ length: width * height }, (_, at) =>
  Math.hypot((at % width) + 0.5 - 150, Math.floor(at / width) + 0.5 - 250) <= 100 ? 255 : 0,
)
const sheet = { width, height, cuts: cutCurves({ width, height, data: disk }, 0) }
const textOf = (kind: 'svg' | 'dxf', name = 'CutContour') =>
  new TextDecoder().decode(cutFile(sheet, { ...profile, cutFile: kind, cutLine: { name, offsetMm: 0 } })?.bytes)

describe('a cut line in a file of its own', () => {
  test('an SVG has its size in millimetres, and the line in a layer with the name of the spot colour', () => {
    const svg = textOf('svg', '刀线 "A"&B')
    expect(svg).toContain('width="30.000mm" height="40.000mm" viewBox="0 0 30.000 40.000"')
    expect(svg).toContain('<g id="刀线 &#34;A&#34;&#38;B"')
    const numbers = [...(/ d="([^"]+)"/.exec(svg)?.[1] ?? '').matchAll(/-?[\d.]+/g)].map(Number)
    const [first = 0, second = 0] = numbers
    expect(Math.abs(Math.hypot(first - 15, second - 25) - 10)).toBeLessThan(0.12)
  })

  test('a DXF of release 12 has closed polylines in millimetres, upwards, on the layer of the name', () => {
    const groups = textOf('dxf', '刀线').trimEnd().split('\r\n')
    const pairs = Array.from(
      { length: groups.length / 2 },
      (_, at) => [Number(groups[at * 2]), groups[at * 2 + 1] ?? ''] as const,
    )
    const names = pairs.filter(([code]) => code === 0).map(([, name]) => name)
    expect(new Set(names)).toEqual(
      new Set(['SECTION', 'ENDSEC', 'TABLE', 'LAYER', 'ENDTAB', 'POLYLINE', 'VERTEX', 'SEQEND', 'EOF']),
    )
    expect(names.filter((name) => name === 'POLYLINE')).toHaveLength(1)
    expect(new Set(pairs.filter(([code]) => code === 8).map(([, layer]) => layer))).toEqual(new Set(['CutContour']))
    const from = pairs.findIndex(([code, name]) => code === 0 && name === 'VERTEX')
    const of = (wanted: number) => pairs.slice(from).flatMap(([code, value]) => (code === wanted ? Number(value) : []))
    const [xs, ys] = [of(10), of(20)]
    expect(xs.length).toBeGreaterThan(8)
    // 25 mm from the upper edge of a page that is 40 mm high.
    // The px of the disk are a tenth of a millimetre.
    for (const [at, x] of xs.entries()) expect(Math.abs(Math.hypot(x - 15, (ys[at] ?? 0) - 15) - 10)).toBeLessThan(0.12)
  })

  test('the straight pieces keep within the distance of the curve', () => {
    const [curve] = sheet.cuts
    if (curve === undefined) throw new Error('there is no line')
    const fine = flatten(curve, 200)
    const rough = flatten(curve, piecesWithin(curve, 0.5))
    const count = rough.length / 2
    const farthest = (px: number, py: number) => {
      let nearest = Number.POSITIVE_INFINITY
      for (let at = 0; at < count; at++) {
        const next = (at + 1) % count
        const [ax, ay, bx, by] = [rough[at * 2], rough[at * 2 + 1], rough[next * 2], rough[next * 2 + 1]] as number[]
        const [dx, dy] = [(bx as number) - (ax as number), (by as number) - (ay as number)]
        const along = ((px - (ax as number)) * dx + (py - (ay as number)) * dy) / (dx * dx + dy * dy || 1)
        const t = Math.min(1, Math.max(0, along))
        nearest = Math.min(nearest, Math.hypot(px - (ax as number) - t * dx, py - (ay as number) - t * dy))
      }
      return nearest
    }
    for (let at = 0; at < fine.length; at += 14)
      expect(farthest(fine[at] as number, fine[at + 1] as number)).toBeLessThanOrEqual(0.5)
  })

  test('a profile without a file of the line has none', () => {
    expect(cutFile(sheet, profile)).toBeNull()
    expect(cutFile(sheet, { ...profile, cutFile: 'svg', cutLine: null })).toBeNull()
  })
})
