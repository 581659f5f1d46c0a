import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { brandRow, colorRow, materialRow, modelRow, skuRow, wireframeRow } from '../../../contract/test/catalogue'
import { fakeApi } from '../../api/test/fake-api'
import { wireframeCells } from './wireframe-cells'

test('every colour of every model is a row, and thousands of wireframes are read a thousand at a time', async () => {
  const models = Array.from({ length: 1001 }, (_, n) => modelRow({ id: n + 1, name: `m${n}` }))
  const colors = [colorRow({ id: 1, name: '黑' }), colorRow({ id: 2, name: '白' })]
  const skus = models.map(({ id }) =>
    skuRow({ id, phoneModelId: id, materialColorId: 1, wireframeId: 5000 + id, enabled: id === 1 }),
  )
  const asked: number[] = []
  const { api } = fakeApi({
    phoneBrands: { list: [brandRow()] },
    phoneModels: { list: models },
    phoneCaseMaterials: { list: [materialRow({ colors })] },
    phoneCaseSkus: {
      list: ({ query: { phoneModelIds = [] } }) => skus.filter(({ phoneModelId }) => phoneModelIds.includes(phoneModelId)),
    },
    wireframes: {
      list({ query: { ids } }) {
        asked.push(ids.length)
        const printArea = { left: 1, right: 2, top: 3, bottom: 4 }
        return ids.map((id) => wireframeRow({ id, width: 500, height: 1044, widthMm: 77, printArea }))
      },
    },
  })
  const cells = await wireframeCells(api, new QueryClient())
  expect(cells).toHaveLength(1 + 2 * 1001)
  expect(cells[1]).toEqual(['小米', 'm0', '硅胶', '黑', '有', 500, 1044, 77, '', 1, 2, 3, 4, '是'])
  expect(cells[2]).toEqual(['小米', 'm0', '硅胶', '白', '没有', '', '', '', '', '', '', '', '', ''])
  expect(asked).toEqual([1000, 1])
  for (const row of cells) expect(row).toHaveLength(cells[0]?.length ?? 0)
})
