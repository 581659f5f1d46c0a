import { expect, test } from 'vitest'
import { colorPresets } from './color-presets'
import { readHex } from './hex-color'

test('there are fifteen presets with different names and colours', () => {
  expect(colorPresets).toHaveLength(15)
  expect(new Set(colorPresets.map((preset) => preset.name)).size).toBe(15)
  expect(new Set(colorPresets.map((preset) => preset.hex)).size).toBe(15)
  for (const { hex } of colorPresets) expect(readHex(hex)).toBe(hex)
})
