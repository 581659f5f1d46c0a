import { expect, test } from 'vitest'
import { checkRows } from './check-rows'
import { groupPictures } from './groups'
import { importSummary } from './import-summary'
import { planImport } from './plan'

const size = { width: 500, height: 1044 }
const picture = (name: string) => ({ id: name, name, facts: { ...size, sha256: name } })
const front = (color: string) => `苹果-15-硅胶-${color}-前景图.png`
const catalogue = { brands: [], models: [], materials: [], skus: [], wireframes: [] }
const area = { left: 24, right: 24, top: 24, bottom: 24 }

test('the sum of an import says what is made, whether it goes on shelf, and what has a print area and millimetres', () => {
  const plan = planImport(groupPictures([front('黑'), front('白'), '没有名字.png'].map(picture)), catalogue)
  const choices = { areas: new Map(), takesHoles: true, sizes: new Map(), takesFactory: true, takesLibrary: false }
  const sum = (holes: ReadonlyMap<string, readonly (typeof area)[]>, enabled: boolean, sizes = new Map<string, string>()) =>
    importSummary(
      checkRows(plan, { ...choices, holes, sizes }, () => ({ atFactories: [], inTables: [] })),
      enabled,
    )
  expect(sum(new Map([[front('黑'), [area]]]), false)).toBe(
    '新建 2 组，先不上架；1 组有打印区域；0 组有毫米；1 组不导入；还有 1 组在看前景图',
  )
  const all = new Map([front('黑'), front('白')].map((name) => [name, [area]] as const))
  const typed = (text: string) => new Map([['苹果-15', text]])
  expect(sum(all, true, typed('71.6×149.5'))).toBe('新建 2 组，直接上架；都有打印区域；都有毫米；1 组不导入')
  expect(sum(all, true, typed('大'))).toBe('新建 2 组，直接上架；都有打印区域；0 组有毫米；1 组不导入；2 组的毫米看不懂，请改好')
})
