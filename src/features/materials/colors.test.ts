import { expect, test } from 'vitest'
import { readHex } from '../../base/hex-color'
import { colorPresets } from './colors'

test('fifteen presets with names and colours of their own', () => {
  expect(colorPresets).toHaveLength(15)
  expect(new Set(colorPresets.map((preset) => preset.name)).size).toBe(15)
  expect(new Set(colorPresets.map((preset) => preset.hex)).size).toBe(15)
  for (const { hex } of colorPresets) expect(readHex(hex)).toBe(hex)
})
