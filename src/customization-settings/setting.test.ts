import { describe, expect, test } from 'vitest'
import { type ProductMode, productMode } from '../../contract/constants'
import { openSetting } from '../../contract/open-setting'
import {
  addBrandRow,
  choiceOf,
  draftOf,
  modeOf,
  newDraft,
  readDraft,
  removeBrandRow,
  sameContent,
  setBrand,
  setModels,
  setSingleCollection,
} from './setting-draft'
import { firstNames, summaryOf } from './setting-texts'

const read = (draft: Parameters<typeof readDraft>[0], groups: readonly number[] | null = null) =>
  readDraft(draft, groups && new Set(groups))

describe('the mode', () => {
  test('the mode is one of four choices, and a switch selects between the two modes with collections', () => {
    expect((['default', 'diy', 'collections', 'single'] as const).map((choice) => modeOf(choice, false))).toEqual([1, 2, 4, 3])
    expect((['default', 'diy', 'collections', 'single'] as const).map((choice) => modeOf(choice, true))).toEqual([1, 2, 5, 3])
  })
  test('a stored mode is read back unchanged', () => {
    for (const mode of [1, 2, 3, 4, 5] as ProductMode[]) {
      const kept = {
        ...openSetting,
        mode,
        ...(mode > 2 && { bindingTemplateCollectionIds: [7] }),
        ...(mode === 3 && { bindingTemplateId: 9 }),
      }
      expect(read(draftOf(kept)).content).toEqual(kept)
    }
    expect(choiceOf(5)).toBe('collections')
  })
  test('only the fields of the chosen mode are sent, and switching modes loses nothing', () => {
    const chosen = draftOf({ ...openSetting, mode: 3, bindingTemplateCollectionIds: [7], bindingTemplateId: 9 })
    const looked = { ...chosen, choice: 'diy' as const }
    expect(read(looked).content).toEqual({ ...openSetting, mode: 2 })
    expect(read({ ...looked, choice: 'single' }).content).toMatchObject({
      bindingTemplateCollectionIds: [7],
      bindingTemplateId: 9,
    })
  })
})

describe('what is missing', () => {
  test('a new setting has everything switched on, for all brands and materials', () => {
    expect(read(newDraft())).toEqual({ content: openSetting, problems: { brands: new Map() }, count: 0 })
  })
  test('a setting without its collections or its template is reported', () => {
    const groups = { ...newDraft(), choice: 'collections' as const }
    expect(read(groups).problems.collections).toBe('请选择模板分组')
    const single = { ...newDraft(), choice: 'single' as const }
    expect(read(single).problems).toMatchObject({ collections: '请选择模板分组' })
    expect(read(setSingleCollection(single, 7)).problems).toMatchObject({ template: '请选择一个定制模板' })
    expect(read(setSingleCollection(single, 7)).content).toBeNull()
    expect(setSingleCollection({ ...single, singleCollectionId: 7, templateId: 3 }, 8).templateId).toBeNull()
  })
  test('a deleted collection alone is no valid choice, but may stay beside an existing one', () => {
    const gone = { ...newDraft(), choice: 'collections' as const, collectionIds: [7] }
    expect(read(gone, [8]).problems.collections).toBe('请选择模板分组')
    expect(read({ ...gone, collectionIds: [7, 8] }, [8]).content?.bindingTemplateCollectionIds).toEqual([7, 8])
  })
  test('every brand row needs a brand that no other row has', () => {
    const two = addBrandRow(addBrandRow(newDraft()))
    expect(read(two).problems.brands).toEqual(new Map([0, 1].map((key) => [key, '必须选择一个品牌'])))
    const twice = setBrand(setBrand(two, 0, 5), 1, 5)
    expect(read(twice).problems.brands).toEqual(new Map([[1, '这个品牌已经在上面选过了']]))
    const other = setModels(setBrand(twice, 1, 6), 1, [61, 62])
    expect(read(other).content?.bindingPhoneBrands).toEqual([
      { id: 5, modelIds: [] },
      { id: 6, modelIds: [61, 62] },
    ])
    expect(read(setBrand(other, 1, 6)).content).toEqual(read(other).content)
    expect(read(setBrand(other, 1, 7)).content?.bindingPhoneBrands[1]).toEqual({ id: 7, modelIds: [] })
    // The key of a removed row is not reused.
    expect(addBrandRow(removeBrandRow(other, 0)).brands.map(({ key }) => key)).toEqual([1, 2])
  })
})

test('two settings are equal whatever the order of their ids', () => {
  const one = {
    ...openSetting,
    bindingMaterialIds: [1, 2],
    bindingPhoneBrands: [
      { id: 1, modelIds: [3, 4] },
      { id: 2, modelIds: [] },
    ],
  }
  const other = {
    ...openSetting,
    bindingMaterialIds: [2, 1],
    bindingPhoneBrands: [
      { id: 2, modelIds: [] },
      { id: 1, modelIds: [4, 3] },
    ],
  }
  expect(sameContent(one, other)).toBe(true)
  expect(sameContent(one, { ...other, textEnabled: false })).toBe(false)
})

describe('in a few words', () => {
  test('a summary names up to three objects and counts the others', () => {
    expect(firstNames(['黑', '白', '红'])).toBe('黑、白、红')
    expect(firstNames(['黑', '白', '红', '蓝', '绿'])).toBe('黑、白、红 等 5 个')
  })
  const names = {
    materials: new Map([
      [1, '硅胶'],
      [2, '玻璃'],
    ]),
    brands: new Map([[5, '小米']]),
    collections: new Map([[7, '夏日']]),
  }
  test('a summary marks deleted objects, and an empty choice means all', () => {
    expect(summaryOf(openSetting, names).map(({ text }) => text)).toEqual(['默认', '全部材质', '全部品牌和型号'])
    const bound = {
      ...openSetting,
      mode: productMode.templateCollectionsAndDiy,
      bindingTemplateCollectionIds: [7, 8],
      bindingMaterialIds: [1, 3],
      bindingPhoneBrands: [
        { id: 5, modelIds: [] },
        { id: 6, modelIds: [1] },
      ],
      textEnabled: false,
    }
    expect(summaryOf(bound, names).map(({ label, text }) => `${label} ${text}`)).toEqual([
      '模式 模板分组 + 自主定制页面：夏日、已删除的分组',
      '材质 硅胶、已删除的材质',
      '机型 小米、已删除的品牌',
      '已关闭 文字',
    ])
    expect(summaryOf(bound, { materials: undefined, brands: undefined, collections: undefined })[1]?.text).toBe('2 个')
  })
})
