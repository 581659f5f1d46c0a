import { expect, test } from 'vitest'
import { shape } from '../schemas/appearance'
import { stroke } from '../schemas/templates'
import { shapeLimits, strokeLimits } from './limits'

const outline = { color: '#fff', width: 10, style: 'DOUBLE_SOLID', opacity: 100, offset: 0 } as const
const drawn = (form: object) => ({ form, fill: null, border: null })
const forms = {
  sides: (sides: number) => drawn({ kind: 'polygon', sides }),
  points: (points: number) => drawn({ kind: 'star', points, inner: 0.5 }),
  inner: (inner: number) => drawn({ kind: 'star', points: 5, inner }),
  head: (head: number) => drawn({ kind: 'arrow', head, both: false }),
} satisfies Record<keyof typeof shapeLimits, (value: number) => object>

test.each([
  ...Object.entries(strokeLimits).map(
    ([field, range]) => [field, range, (value: number) => stroke.safeParse({ ...outline, [field]: value })] as const,
  ),
  ...Object.entries(shapeLimits).map(
    ([field, range]) => [field, range, (value: number) => shape.safeParse(forms[field as keyof typeof forms](value))] as const,
  ),
])('the API accepts both ends of the range of %s and nothing beyond them', (_, { min, max }, parsed) => {
  expect([min, max].map((value) => parsed(value).error)).toEqual([undefined, undefined])
  expect([min - 1, max + 1].map((value) => parsed(value).success)).toEqual([false, false])
})
