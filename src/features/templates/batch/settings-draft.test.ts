import { describe, expect, test } from 'vitest'
import { productMode } from '../../../../contract/constants'
import { templateRow } from '../../../../contract/test/templates'
import { draftOf, readDraft, type SettingField, type SettingsDraft } from './settings-draft'

const draft = (ticked: SettingField[], change: Partial<SettingsDraft> = {}): SettingsDraft => ({
  ...draftOf([templateRow({})]),
  ticked: new Set(ticked),
  ...change,
})
const known = new Set([10, 20])

describe('the initial draft', () => {
  test('a draft starts with what all templates have in common, and nothing is ticked', () => {
    const same = { productMode: productMode.diy, boundDesignAssetCollectionIds: [10], previewPhoneModelId: 7 }
    const { ticked, ...rest } = draftOf([
      templateRow({ ...same, previewMaterialColorId: 9 }),
      templateRow({ ...same, previewMaterialColorId: 8 }),
    ])
    expect(ticked.size).toBe(0)
    expect(rest).toEqual({
      mode: productMode.diy,
      collectionIds: [10],
      previewCase: { phoneModelId: null, materialColorId: null },
    })
  })

  test('a setting in which the templates differ starts empty', () => {
    const { mode, collectionIds } = draftOf([
      templateRow({ productMode: productMode.diy, boundDesignAssetCollectionIds: [10] }),
      templateRow({ boundDesignAssetCollectionIds: [] }),
    ])
    expect([mode, collectionIds]).toEqual([null, []])
  })
})

describe('the request of a draft', () => {
  test('only ticked settings are sent', () => {
    const all = { mode: productMode.singleTemplate, collectionIds: [20], previewCase: { phoneModelId: 7, materialColorId: 9 } }
    expect(readDraft(draft(['mode'], all), known).settings).toEqual({ productMode: 3 })
    expect(readDraft(draft(['collections'], all), known).settings).toEqual({ boundDesignAssetCollectionIds: [20] })
    expect(readDraft(draft(['preview'], all), known).settings).toEqual({ previewPhoneModelId: 7, previewMaterialColorId: 9 })
  })

  test('a deleted collection is not sent, and choosing no collection is a valid setting', () => {
    expect(readDraft(draft(['collections'], { collectionIds: [10, 99] }), known).settings).toEqual({
      boundDesignAssetCollectionIds: [10],
    })
    expect(readDraft(draft(['collections']), known).settings).toEqual({ boundDesignAssetCollectionIds: [] })
  })

  test.each<[SettingField[], Partial<SettingsDraft>, string]>([
    [[], {}, '请至少勾选一项要修改的设置'],
    [['mode'], { mode: null }, '请选择定制模式'],
    [['preview'], { previewCase: { phoneModelId: 7, materialColorId: null } }, '请选择材质颜色'],
  ])('the fields %j without their values are refused: %j', (ticked, change, text) => {
    const { settings, problems } = readDraft(draft(ticked, change), known)
    expect(settings).toBeNull()
    expect(Object.values(problems)).toEqual([text])
  })

  test('collections that could not be read are a problem, so that no template loses its bindings', () => {
    expect(readDraft(draft(['collections']), null).problems.collections).toBe('素材分组还没有读取成功')
  })
})
