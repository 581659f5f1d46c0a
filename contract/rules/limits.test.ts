import { expect, test } from 'vitest'
import { appearance, shape } from '../schemas/appearance'
import { stroke } from '../schemas/templates'
import { shapeLimits, sliderRanges, strokeLimits } from './limits'

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

const effect = { kind: 'outerGlow', opacity: 1, blend: 'normal', paint: { kind: 'solid', color: '#fff' }, spread: 0 } as const
const bordered = (width: number) =>
  shape.safeParse({ form: { kind: 'rect', radius: 0 }, fill: null, border: { color: '#fff', width } })
const styled = (change: object) => appearance.safeParse(change)
const slid = {
  blur: (blur) => styled({ blur }),
  contrast: (contrast) => styled({ adjustments: [{ kind: 'brightnessContrast', brightness: 0, contrast }] }),
  effectLength: (size) => styled({ effects: [{ ...effect, size }] }),
  patternGap: (gap) => styled({ pattern: { layout: 'grid', tile: 20, gap, angle: 0, seed: 1 } }),
  head: (head) => shape.safeParse(forms.head(head)),
  border: bordered,
  thinBorder: bordered,
} satisfies Record<keyof typeof sliderRanges, (value: number) => { readonly error?: unknown }>

test.each(Object.entries(sliderRanges))('the API accepts both ends of what the slider of %s offers', (field, { min, max }) => {
  expect([min, max].map((value) => slid[field as keyof typeof slid](value).error)).toEqual([undefined, undefined])
})
