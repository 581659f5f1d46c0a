/** Cells of the export 全部线框图: a row per model and colour of a material with its wireframe, print area and shelf state. */

import type { QueryClient } from '@tanstack/react-query'
import type { Wireframe } from '../../../contract/types'
import type { Api } from '../../api/services'
import { readAllRows } from './all-rows'
import { isOnShelf } from './rows'

type Cells = (string | number)[]

const headCells: Cells = [
  ...['品牌', '型号', '材质', '颜色', '线框图', '宽（像素）', '高（像素）', '宽（毫米）', '高（毫米）'],
  ...['左', '右', '上', '下', '上架'],
]

function sizeCells(wireframe: Wireframe | null): Cells {
  if (!wireframe) return ['没有', ...Array.from({ length: 8 }, () => '')]
  const { width, height, widthMm, heightMm, printArea, standard } = wireframe
  const margins = printArea ? [printArea.left, printArea.right, printArea.top, printArea.bottom] : ['', '', '', '']
  return [standard === null ? '有' : '标准线框，待核对', width, height, widthMm ?? '', heightMm ?? '', ...margins]
}

export async function wireframeCells(api: Api, queries: QueryClient): Promise<readonly Cells[]> {
  const rows = await readAllRows(api, queries)
  return [
    headCells,
    ...rows.map(({ row, wireframe }) => {
      const names = [row.brand.name, row.model.name, row.material.name, row.color.name]
      return [...names, ...sizeCells(wireframe), isOnShelf(row) ? '是' : '']
    }),
  ]
}
