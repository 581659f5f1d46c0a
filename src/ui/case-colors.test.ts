import { expect, test } from 'vitest'
import { readHex } from '../../contract/ground/hex-color'
import { colorPresets } from './case-colors'

test('there are fifteen presets with different names and colours', () => {
  expect(colorPresets).toHaveLength(15)
  expect(new Set(colorPresets.map((preset) => preset.name)).size).toBe(15)
  expect(new Set(colorPresets.map((preset) => preset.hex)).size).toBe(15)
  for (const { hex } of colorPresets) expect(readHex(hex)).toBe(hex)
})
