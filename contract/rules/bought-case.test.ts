import { describe, expect, test } from 'vitest'
import { boughtOtherPhone } from './bought-case'

const design = (phoneBrandName: string, phoneModelName: string) => ({ phoneBrandName, phoneModelName, caseByHand: false })

describe('the phone bought and the one designed for', () => {
  test.each([
    ['适用手机型号:华为 Mate 60;颜色分类:黑', design('苹果', 'iPhone 15 Pro'), '华为 Mate 60'],
    ['适用手机型号:iPhone 15;颜色分类:黑', design('苹果', 'iPhone 15 Pro'), 'iPhone 15'],
    ['机型：苹果15ProMax；颜色：透明', design('苹果', 'iPhone 15 Pro'), '苹果15ProMax'],
    ['型号:小米 13', design('小米', '小米 14'), '小米 13'],
    ['型号:S23+', design('三星', 'Galaxy S23'), 'S23+'],
    ['黑色;红米 Note 12', design('红米', 'Note 13'), '红米 Note 12'],
  ])('boughtOtherPhone reports that %s was bought and %o was designed', (bought, made, told) =>
    expect(boughtOtherPhone(bought, made)).toBe(told),
  )

  test.each([
    ['适用手机型号:iPhone 15 Pro;颜色分类:黑', design('苹果', 'iPhone 15 Pro')],
    ['机型:苹果15ProMax', design('苹果', 'iPhone 15 Pro Max')],
    ['型号:【新款】苹果 15 Pro（磨砂）', design('苹果', 'iPhone 15 Pro')],
    ['型号:15 Pro', design('苹果', 'iPhone 15 Pro')],
    ['型号:Mate60 5G', design('华为', 'Mate 60')],
    ['型号:S23+', design('三星', 'Galaxy S23 Plus')],
    ['型号:iPhone 15/15 Pro 通用', design('苹果', 'iPhone 15 Pro')],
    ['颜色分类:透明', design('苹果', 'iPhone 15 Pro')],
    ['', design('苹果', 'iPhone 15 Pro')],
    ['型号:请备注型号', design('苹果', 'iPhone 15 Pro')],
    ['适用手机型号:iPhone 15', design('', '')],
  ])('boughtOtherPhone finds no mismatch between %s and %o', (bought, made) => expect(boughtOtherPhone(bought, made)).toBeNull())

  test('boughtOtherPhone ignores customizations whose model the seller chose', () =>
    expect(boughtOtherPhone('型号:小米 13', { ...design('小米', '小米 14'), caseByHand: true })).toBeNull())
})
