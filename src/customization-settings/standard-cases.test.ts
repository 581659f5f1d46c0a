import { expect, test } from 'vitest'
import { standardCasesOf } from './standard-cases'

const sku = (phoneBrandId: number, phoneModelId: number, materialId: number, enabled = true) => ({
  ...{ phoneBrandId, phoneModelId, materialId, enabled },
})
const skus = [sku(1, 11, 7), sku(1, 11, 8), sku(1, 12, 7), sku(2, 21, 7), sku(2, 22, 7, false)]
const row = (brandId: number | null, ...modelIds: number[]) => ({ key: brandId ?? 0, brandId, modelIds })

test.each([
  ['all phones', [], [], { cases: 4, models: 3 }],
  ['a brand', [row(1)], [], { cases: 3, models: 2 }],
  ['some models of a brand', [row(1, 12)], [], { cases: 1, models: 1 }],
  ['a row without a brand yet', [row(null)], [], { cases: 0, models: 0 }],
  ['a material', [], [8], { cases: 1, models: 1 }],
  ['a brand in a material', [row(2)], [8], { cases: 0, models: 0 }],
])('a setting for %s counts the cases on sale with a standard wireframe', (_, brands, materialIds, counted) => {
  expect(standardCasesOf({ brands, materialIds }, skus)).toEqual(counted)
})
