import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSrgbProfile } from './color-profile'

const text = (value: string) => [...value].map((letter) => letter.charCodeAt(0))
const u32 = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255)
const fixed = (value: number) => u32(Math.round(value * 65_536))

const srgbCurve = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045]
const parametric = (type: number, values: readonly number[]) => [
  ...text('para'),
  ...u32(0),
  0,
  type,
  0,
  0,
  ...values.flatMap(fixed),
]
const table = (light: (value: number) => number) => {
  const entries = Array.from({ length: 1024 }, (_, at) => Math.round(light(at / 1023) * 65_535))
  return [...text('curv'), ...u32(0), ...u32(1024), ...entries.flatMap((entry) => [entry >> 8, entry & 255])]
}
const xyz = (...values: readonly number[]) => [...text('XYZ '), ...u32(0), ...values.flatMap(fixed)]

/** A profile with the primaries of sRGB. */
function profile(curve: readonly number[], others: Readonly<Record<string, readonly number[]>> = {}, space = 'RGB '): Uint8Array {
  const tags = Object.entries({
    rXYZ: xyz(0.43607, 0.22249, 0.01392),
    gXYZ: xyz(0.38515, 0.71687, 0.09708),
    bXYZ: xyz(0.14307, 0.06061, 0.7141),
    rTRC: curve,
    gTRC: curve,
    bTRC: curve,
    ...others,
  })
  const list: number[] = u32(tags.length)
  const data: number[] = []
  for (const [name, tag] of tags) {
    list.push(...text(name), ...u32(132 + tags.length * 12 + data.length), ...u32(tag.length))
    data.push(...tag)
  }
  const header = [...new Array(16).fill(0), ...text(space), ...new Array(108).fill(0)]
  return Uint8Array.from([...header, ...list, ...data])
}
const srgbLight = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

test('a profile with the primaries and the curve of sRGB is sRGB, as formula and as table', () => {
  expect(isSrgbProfile(profile(parametric(3, srgbCurve)))).toBe(true)
  expect(isSrgbProfile(profile(parametric(4, [...srgbCurve, 0, 0])))).toBe(true)
  expect(isSrgbProfile(profile(table(srgbLight)))).toBe(true)
})

test('other curves, other primaries, tables of colours and other spaces are not', () => {
  const curve = parametric(3, srgbCurve)
  expect(isSrgbProfile(profile(parametric(0, [2.2])))).toBe(false)
  expect(isSrgbProfile(profile(table((value) => value)))).toBe(false)
  expect(isSrgbProfile(profile([...text('curv'), ...u32(0), ...u32(0)]))).toBe(false)
  expect(isSrgbProfile(profile(curve, { bTRC: parametric(0, [1.8]) }))).toBe(false)
  // Display P3 has the curve of sRGB.
  expect(isSrgbProfile(profile(curve, { rXYZ: xyz(0.51512, 0.2412, -0.00105), desc: text('sRGB') }))).toBe(false)
  expect(isSrgbProfile(profile(curve, { A2B0: text('mft2') }))).toBe(false)
  expect(isSrgbProfile(profile(curve, {}, 'GRAY'))).toBe(false)
})

test('a damaged profile is none', () => {
  const whole = profile(parametric(3, srgbCurve))
  for (let length = 0; length < whole.length; length++) expect(isSrgbProfile(whole.subarray(0, length))).toBe(false)
  const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(damage, (changes) => {
      const damaged = whole.slice()
      for (const [at, value] of changes) damaged[at] = value
      expect(isSrgbProfile(damaged)).toBeTypeOf('boolean')
    }),
  )
})
