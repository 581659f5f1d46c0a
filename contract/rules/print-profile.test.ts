import { describe, expect, test } from 'vitest'
import { printPresets, printProfileProblem, profileFor, whiteInkNote, whiteInks } from './print-profile'

const { profile } = printPresets.roland

describe('white ink by material', () => {
  test('the profile decides where a material says nothing else, and 彩白彩 is the same file', () => {
    expect(profileFor(profile, 'profile')).toBe(profile)
    expect(profileFor(profile, 'between')).toBe(profile)
  })

  test('dark cases get white under all art, soft edges too, and white cases none; varnish stays', () => {
    const [white, varnish] = profile.plates
    expect(profileFor(profile, 'under').plates).toEqual([{ ...white, source: 'alpha', threshold: 1 }, varnish])
    expect(profileFor(profile, 'none').plates).toEqual([{ ...white, source: 'none' }, varnish])
  })

  test('the seller is told of it where the profile lays white, and nowhere else', () => {
    const notes = whiteInks.map((rule) => whiteInkNote(profile, rule))
    expect(notes).toEqual([null, '这种材质整片垫白', '彩白彩：请在打印软件里选“彩白彩”输出', '这种材质不垫白，白墨通道是空的'])
    expect(whiteInks.map((rule) => whiteInkNote(printPresets.rgb.profile, rule))).toEqual([null, null, null, null])
  })
})

test('a cut line needs a place: a PDF, or a file beside the print', () => {
  const cutLine = { name: 'CutContour', offsetMm: 0 }
  const tiff = printPresets.onyx.profile
  expect(printProfileProblem({ ...tiff, cutLine })).toBe('TIFF 和 PNG 里放不下刀线，请另存为 SVG 或 DXF')
  expect(printProfileProblem({ ...tiff, cutLine, cutFile: 'dxf' })).toBeNull()
  expect(printProfileProblem({ ...tiff, cutFile: 'svg' })).toBe('要另存刀线文件，请先勾选“带刀线”')
  expect(printProfileProblem({ ...profile, cutLine })).toBeNull()
})
