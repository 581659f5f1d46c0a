/** Tests that choices of products are read as the register of choices says, and that laws hold for any choice. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitOf } from '../rules/bought-case'
import { isSamePhone } from '../rules/phone-difference'
import { readName } from '../rules/phone-names'
import { onlyBrand, readSkuWords } from '../rules/sku-words'
import { skuWordCases } from '../rules/test/sku-word-cases'
import { libraryName, libraryPhone, libraryPhones } from './library'
import { modelFinder } from './sku-models'

const find = modelFinder([])

/** Returns what a choice says, as a row of the register writes it. */
function saidBy(choice: string, brandHint = '') {
  const words = readSkuWords(choice, brandHint)
  const found = words.choice ? find(words.choice) : { models: [], isWhole: true }
  const models = found.models.map(({ name }) => name).join('、') + (found.isWhole ? '' : '?')
  return [words.isCase ? models : `不是壳:${models}`, words.material ?? '', words.color ?? '', words.unread.join('、')]
}

const cases = skuWordCases
  .trim()
  .split('\n')
  .map((row) => row.split('|').map((cell) => cell.trim()))

/** Every model that a choice proposes. */
const modelsOf = (choice: string) => {
  const { choice: phones } = readSkuWords(choice)
  return phones ? find(phones).models : []
}

const words = [
  '磨砂',
  '黑',
  '曜石黑',
  '透明',
  '液态硅胶',
  '【新款】',
  '2件装',
  '送钢化膜',
  '6.7寸',
  '256G',
  '樱花小熊',
  '✨',
  '手机壳',
  '通用',
]
const phoneTexts = libraryPhones.map(libraryName)
const choices = fc
  .tuple(
    fc.constantFrom(...phoneTexts),
    fc.array(fc.constantFrom(...words), { maxLength: 4 }),
    fc.constantFrom(' ', ';', '-', '/', '_'),
  )
  .map(([phone, others, sign]) => [phone, ...others].join(sign))

describe('the words of a choice', () => {
  test.each(cases)('%s (%s) is read as %s | %s | %s | %s', (choice = '', hint = '', ...said) =>
    expect(saidBy(choice, hint)).toEqual(said),
  )

  test('the register has at least 120 different choices', () =>
    expect(new Set(cases.map(([choice]) => choice)).size).toBeGreaterThanOrEqual(120))

  test('any text is read without an error', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => void saidBy(text)))
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...words, ...phoneTexts, ':', ';', '(', '【', '/', '+'), { maxLength: 12 }),
        (parts) => void saidBy(parts.join('')),
      ),
    )
  })

  test('the order of the properties and the kind and width of brackets do not matter', () => {
    const pairs = ['()', '（）', '[]', '【】', '{}', '「」', '『』', '〖〗', '《》']
    fc.assert(
      fc.property(
        fc.constantFrom(...phoneTexts),
        fc.constantFrom('磨砂黑', '透明软壳', '液态硅胶'),
        fc.constantFrom(...pairs),
        (phone, word, pair) => {
          const said = saidBy(`型号:${phone}(${word})`)
          expect(saidBy(`型号:${phone}${pair[0]}${word}${pair[1]}`)).toEqual(said)
          expect(saidBy(`颜色分类:${word};型号:${phone}`)).toEqual(saidBy(`型号:${phone};颜色分类:${word}`))
        },
      ),
    )
  })

  test('no model is proposed that the matcher takes for another than the one bought', () => {
    fc.assert(
      fc.property(choices, (choice) => {
        for (const { name } of modelsOf(choice)) {
          const phone = libraryPhone(name)
          const designed = { phoneBrandName: phone?.brand ?? '', phoneModelName: phone?.name ?? '' }
          expect(fitOf(choice, designed).fit, `${choice} ${name}`).toBe('same')
        }
      }),
    )
  })

  test('each phone of the library is found by its own name, and no other with it', () => {
    for (const name of phoneTexts) expect(modelsOf(`适用型号:${name};颜色:黑`).map((model) => model.name)).toEqual([name])
  })

  test('a model of the catalogue comes before the same phone of the library', () => {
    const own = { phoneBrandId: 1, phoneModelId: 2, brand: 'Apple', name: '15 Pro Max' }
    const { choice } = readSkuWords('iPhone15ProMax【磨砂黑】')
    expect(choice && modelFinder([own])(choice).models).toEqual([{ name: 'Apple 15 Pro Max', own }])
  })

  test('a title gives its brand to choices that leave it out, if it names one alone', () => {
    expect(onlyBrand('适用苹果手机壳 iPhone 磨砂定制')).not.toBe('')
    expect(onlyBrand('适用苹果华为小米手机壳定制')).toBe('')
    expect(saidBy('型号:15 Pro;颜色:黑', onlyBrand('苹果手机壳定制'))[0]).toBe('苹果 iPhone 15 Pro')
  })
})

interface Pair {
  readonly factoryName: string
  readonly canonFactory?: string
}
const file = join(import.meta.dirname, '../../../shared/data/matcher/pairs.json')

test.skipIf(!existsSync(file))('names of factories propose the phone that they are, or none (skipped without ../shared)', () => {
  const { pairs }: { pairs: Pair[] } = JSON.parse(readFileSync(file, 'utf8'))
  const wrong = pairs.flatMap(({ factoryName, canonFactory }) => {
    const phones = readName(canonFactory ?? factoryName)
    return modelsOf(`型号:${factoryName};颜色:黑`)
      .filter(({ name }) => !readName(name).some((model) => phones.some((phone) => isSamePhone(phone, model))))
      .map(({ name }) => `${factoryName} ≠ ${name}`)
  })
  expect(wrong).toEqual([])
})
