import { expect, test } from 'vitest'
import { caseNameOf, materialNameOf, phoneName, phoneNameOf, phoneParts, templateName } from './case-names'

const names = (brand: string, model: string, material = '', color = '') => ({
  phoneBrandName: brand,
  phoneModelName: model,
  phoneCaseMaterialName: material,
  phoneCaseMaterialColorName: color,
})

test.each([
  ['苹果', 'iPhone 15', '苹果 iPhone 15'],
  ['小米', '小米 14', '小米 14'],
  ['小米', '小米14', '小米14'],
  ['小米', '14 Pro', '小米 14 Pro'],
  ['OPPO', 'oppo Reno 11', 'oppo Reno 11'],
  ['真我', ' ｒealme GT ', '真我 ｒealme GT'],
  ['红米 ', '红 米 Note 13', '红 米 Note 13'],
  ['', '小米14', '小米14'],
  ['小米', '', '小米'],
  ['', ' ', ''],
])('the phone of brand %j and model %j is named %j', (brand, model, name) => {
  expect(phoneName(brand, model)).toBe(name)
  expect(phoneParts(brand, model).join(' ')).toBe(name)
  expect(phoneNameOf(names(brand, model))).toBe(name || '未知型号')
})

test('a case is named by its phone, material and colour, as far as they are known', () => {
  const of = (material: string, color: string) => [
    materialNameOf(names('小米', '小米 14', material, color)),
    caseNameOf(names('小米', '小米 14', material, color)),
  ]
  expect(of('磨砂软壳', '黑色')).toEqual(['磨砂软壳 · 黑色', '小米 14 · 磨砂软壳 · 黑色'])
  expect(of('磨砂软壳', '')).toEqual(['磨砂软壳', '小米 14 · 磨砂软壳'])
  expect(of('', '')).toEqual(['未知材质', '小米 14'])
  expect(caseNameOf(names('', ''))).toBe('未知型号')
})

test('a template without a name is named by its number', () => {
  expect([templateName({ id: 7, name: ' 夏日 ' }), templateName({ id: 7, name: '  ' })]).toEqual(['夏日', '模板 7'])
})
