import { expect, test } from 'vitest'
import { secondLine } from '../../contract/rules/limits'
import { image } from '../test/make'
import { strokeExtent } from './stroke'

const outline = { color: '#fff', width: 10, style: 'DOUBLE_SOLID', opacity: 100, offset: 0 } as const

test('a double outline without settings of its second line extends as far as it is drawn by default', () => {
  expect(strokeExtent(image('a', { stroke: outline }))).toBe(10 + secondLine.width2)
  expect(strokeExtent(image('a', { stroke: { ...outline, style: 'SOLID', offset: 3 } }))).toBe(13)
  expect(strokeExtent(image('a'))).toBe(0)
})
