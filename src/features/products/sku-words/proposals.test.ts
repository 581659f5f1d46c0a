import { describe, expect, test } from 'vitest'
import { colorRow, materialRow } from '../../../../contract/test/catalogue'
import { productRow } from '../../../../contract/test/shops'
import type { CustomizationSetting } from '../../../../contract/types'
import type { SkuRow } from '../sku-rows'
import { bodyOf, planOf, planText, untouched } from './draft'
import { firstChoice, proposalsOf } from './proposals'
import { appliedText, undoneText } from './texts'

const rowsOf = (texts: readonly string[], title = '定制手机壳', configured: readonly string[] = []): SkuRow[] => {
  const skus = texts.map((propertiesName, at) => ({ id: at + 1, originalId: `s${at + 1}`, propertiesName }))
  const product = productRow({ id: 9, originalId: 'p1', title, skus })
  return skus.map((sku) => ({
    ...{ id: sku.id, product, sku },
    setting: configured.includes(sku.originalId) ? ({} as CustomizationSetting) : null,
  }))
}
const own = { phoneBrandId: 1, phoneModelId: 11, brand: '苹果', name: 'iPhone 15' }
const frosted = materialRow({ id: 3, name: '磨砂壳', colors: [colorRow({ id: 31, name: '黑色' })] })
const run = { shopId: 2, runKey: 'run-00000001' }

/** The call for these choices, as they are proposed. */
function proposedBody(rows: readonly SkuRow[], materials = [frosted]) {
  const proposals = proposalsOf(rows, [own])
  const draft = untouched(new Map(proposals.cases.map((named) => [named.key, firstChoice(named, materials)])))
  return { proposals, draft, plan: planOf(proposals, draft), body: bodyOf(planOf(proposals, draft), draft, run) }
}

describe('what the SKUs of products propose', () => {
  test('a SKU gets the model, the material and the colour that it names, of the catalogue where it has them', () => {
    const { body, plan } = proposedBody(rowsOf(['iPhone15【磨砂黑】', '型号:小米14;颜色:磨砂白']))
    expect(body).toEqual({
      ...{ ...run, wireframes: true, enabled: true },
      models: [
        { phoneModelId: 11, phone: null },
        { phoneModelId: null, phone: '小米 14' },
      ],
      cases: [
        { materialId: 3, materialName: null, materialColorId: 31, colorName: null },
        { materialId: 3, materialName: null, materialColorId: null, colorName: '白' },
      ],
      skus: [
        { productOriginalId: 'p1', skuOriginalId: 's1', models: [0], case: 0 },
        { productOriginalId: 'p1', skuOriginalId: 's2', models: [1], case: 1 },
      ],
    })
    expect(planText(plan)).toBe('会新建 1 个型号、1 种颜色')
  })

  test('a colour without a material gets the only material that has it, and none where that is not certain', () => {
    const clear = materialRow({ id: 4, name: '透明壳', colors: [colorRow({ id: 41, name: '黑' })] })
    const [named] = proposalsOf(rowsOf(['iPhone 15;黑']), [own]).cases
    if (!named) throw new Error('no case')
    expect(firstChoice(named, [frosted])).toEqual({ material: { id: 3, name: '磨砂壳' }, color: { id: 31, name: '黑色' } })
    expect(firstChoice(named, [frosted, clear]).material).toBeNull()
    expect(proposedBody(rowsOf(['iPhone 15;黑']), []).body.skus[0]?.case).toBeNull()
  })

  test('configured SKUs, those of no case and those whose model is not known are left out with their reason', () => {
    const texts = ['iPhone 15;黑', '补差价专拍', '诺基亚 3310;黑', '苹果15系列', 'iPhone 15;白']
    const { proposals, plan } = proposedBody(rowsOf(texts, '定制手机壳', ['s5']))
    expect(proposals.skus.map(({ refusal }) => refusal)).toEqual([null, 'no-case', 'unknown', 'unknown', 'configured'])
    expect(proposals.skus.map(({ reason }) => reason).filter(Boolean)).toEqual([
      '您的型号和常用机型里都没有，或者没有全读懂',
      '写的是一个系列',
    ])
    expect(plan).toHaveLength(1)
  })

  test('a SKU whose model is not known has a reason in words', () => {
    const reasons = (text: string) => proposalsOf(rowsOf([text]), [own]).skus[0]?.reason
    expect(reasons('颜色:黑')).toBe('没有写机型')
    expect(reasons('型号:13/14通用')).toBe('没有写品牌')
    expect(reasons('荣耀Magic6至臻版')).toBe('不认识「至臻版」')
  })

  test('a name without a brand is read with the only brand of the title', () => {
    expect([...proposalsOf(rowsOf(['型号:15 Pro;颜色:黑'], '苹果手机壳定制'), []).models.keys()]).toEqual(['苹果 iPhone 15 Pro'])
    expect(proposalsOf(rowsOf(['型号:15 Pro;颜色:黑']), []).models.size).toBe(0)
  })

  test('unticked models and SKUs are not set up, and a model that the seller chose instead is', () => {
    const { proposals, draft } = proposedBody(rowsOf(['iPhone 15;黑', '小米14;黑', '小米15;黑']))
    const other = { name: '苹果 iPhone 15', own }
    const changed = { ...draft, offRows: new Set([1]), offModels: new Set(['小米 14']), models: new Map([['小米 15', other]]) }
    const plan = planOf(proposals, changed)
    expect(plan.map(({ row, models }) => [row.id, models.map(({ name }) => name)])).toEqual([[3, ['苹果 iPhone 15']]])
    expect(planText([])).toBe('请勾选要配置的规格')
  })
})

test('the sentences after a set-up and after an undo name what was made and what stays', () => {
  const applied = { brands: 1, models: 2, materials: 0, colors: 1, wireframes: 2, settings: 3, kept: 1 }
  expect(appliedText(applied)).toBe('已配置 3 个规格，1 个已有配置的没有改，新建了 2 个型号、1 种颜色、2 张标准线框')
  expect(undoneText({ kept: [] })).toBe('已撤销，新建的都删除了')
  expect(undoneText({ kept: ['黑', '磨砂', '小米 14', '小米'] })).toBe(
    '已撤销；之后改过或用到的留下了：黑、磨砂、小米 14 等 4 项',
  )
})
