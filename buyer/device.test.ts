/** Tests the guess of the phone's model from facts of its browser. */
import { expect, test } from 'vitest'
import { type Device, likelyModels } from './device'

const brandsOf = (...brands: readonly (readonly [string, ...string[]])[]) =>
  brands.map(([name, ...models]) => ({ name, models: models.map((model) => ({ name: model })) }))
const brands = brandsOf(
  ['苹果', 'iPhone 15', 'iPhone 15 Pro', '苹果16', 'iPhone 15 Pro Max', 'iPhone SE 3'],
  ['小米', '小米 15', '小米 14', '小米 14 Pro', '15'],
)
const android = (model: string) => `Mozilla/5.0 (Linux; Android 14; ${model}) AppleWebKit/537.36 Chrome/120.0 Mobile`
const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15'
const device = (of: Partial<Device>): Device => ({ userAgent: '', model: '', width: 390, height: 844, pixelRatio: 3, ...of })

test.each<[string, Partial<Device>, readonly string[]]>([
  ['an Android that names its model', { userAgent: android('小米 14 Build/UKQ1') }, ['小米 14']],
  ['the longer of two names', { userAgent: android('Xiaomi 小米 14 Pro Build/UKQ1') }, ['小米 14 Pro']],
  ['an Android that names it on request only', { userAgent: android('K'), model: '小米 15' }, ['小米 15']],
  ['an Android that hides its model', { userAgent: android('K') }, []],
  ['an unknown model', { userAgent: android('SM-S9210 Build/UP1A') }, []],
  ['an iPhone by its screen', { userAgent: iphone, width: 393, height: 852 }, ['iPhone 15', 'iPhone 15 Pro', '苹果16']],
  ['an iPhone held sideways', { userAgent: iphone, width: 932, height: 430 }, ['iPhone 15 Pro Max']],
  ['an iPhone of another size', { userAgent: iphone, width: 375, height: 667, pixelRatio: 2 }, ['iPhone SE 3']],
  ['an iPhone whose models are not on offer', { userAgent: iphone, width: 414, height: 896, pixelRatio: 2 }, []],
  ['an iPhone with enlarged display', { userAgent: iphone, width: 320, height: 693 }, []],
  ['a computer', { userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/120.0', width: 1920, height: 1080 }, []],
])('%s', (_, told, expected) => {
  expect(likelyModels(brands, device(told)).map(({ name }) => name)).toEqual(expected)
})
