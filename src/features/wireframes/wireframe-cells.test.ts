import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Api } from '../../api/services'
import { wireframeCells } from './wireframe-cells'

const color = (id: number, name: string) => ({ id, name, defaultBackgroundColor: null, enabled: true, next: null })

test('every colour of every model is a row, and thousands of wireframes are read a thousand at a time', async () => {
  const models = Array.from({ length: 1001 }, (_, n) => ({
    id: n + 1,
    phoneBrandId: 1,
    name: `m${n}`,
    favorited: false,
    next: null,
  }))
  const skus = models.map(({ id }) => ({
    ...{ id, phoneBrandId: 1, phoneModelId: id, materialId: 1, materialColorId: 1 },
    ...{ wireframeId: 5000 + id, enabled: id === 1 },
  }))
  const asked: number[] = []
  const api = {
    phoneBrands: { list: async () => [{ id: 1, name: '小米', next: null }] },
    phoneModels: { list: async () => models },
    phoneCaseMaterials: {
      list: async () => [{ id: 1, name: '硅胶', needBackground: false, next: null, colors: [color(1, '黑'), color(2, '白')] }],
    },
    phoneCaseSkus: {
      list: async ({ query }: { query: { phoneModelIds: string } }) => {
        const ids = new Set(query.phoneModelIds.split(',').map(Number))
        return skus.filter(({ phoneModelId }) => ids.has(phoneModelId))
      },
    },
    wireframes: {
      list: async ({ query }: { query: { ids: string } }) => {
        const ids = query.ids.split(',').map(Number)
        asked.push(ids.length)
        const printArea = { left: 1, right: 2, top: 3, bottom: 4 }
        return ids.map((id) => ({ id, width: 500, height: 1044, widthMm: 77, heightMm: null, printArea, layers: [] }))
      },
    },
  }
  const cells = await wireframeCells(api as unknown as Api, new QueryClient())
  expect(cells).toHaveLength(1 + 2 * 1001)
  expect(cells[1]).toEqual(['小米', 'm0', '硅胶', '黑', '有', 500, 1044, 77, '', 1, 2, 3, 4, '是'])
  expect(cells[2]).toEqual(['小米', 'm0', '硅胶', '白', '没有', '', '', '', '', '', '', '', '', ''])
  expect(asked).toEqual([1000, 1])
  for (const row of cells) expect(row).toHaveLength(cells[0]?.length ?? 0)
})
