/** Tests which names mean one body: spellings of the trade, traps of the rule, incomplete lists, and the pairs on file. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readName } from '../../../../contract/rules/phone-names'
import { type FactoryModel, judgeNames, matchModels } from './match'
import { editDistance, matchThreshold, ruleScore } from './rule'
import { isMatch } from './safety'

/** Score and reason for a factory's name and a model listed under this brand. */
function verdictOf(brand: string, model: string, factory: string) {
  const { score, reason } = judgeNames(brand, model, factory)
  return { score, reason }
}

describe('one body under two names', () => {
  test.each([
    ['苹果', 'iPhone 15 Pro Max', '苹果15promax'],
    ['苹果', 'iPhone 13 Pro Max', '13PM'],
    ['苹果', 'iPhone 14 Pro', '14P'],
    ['苹果', 'iPhone 7 Plus', '7p'],
    ['苹果', 'iPhone 14 Plus', '14+'],
    ['苹果', 'iPhone 14', 'ip14'],
    ['苹果', 'iPhone SE (第 3 代)', 'iPhoneSE2022'],
    ['苹果', 'iPhone XS Max', 'iPhoneXsMax'],
    ['苹果', 'iPhone 12 Pro Max', '苹果12ProMax(6.7)'],
    ['苹果', 'iPhone 15 Pro', 'A3104'],
    ['苹果', '苹果 6s Plus', 'iphone6splus'],
    ['苹果', 'iPhone Air', '苹果17Air'],
    ['华为', 'HUAWEI Mate 60 RS 非凡大师', '华为 Mate 60 RS 保时捷设计'],
    ['华为', 'HUAWEI P70 Pro', '华为Pura70Pro'],
    ['华为', '诺瓦12', 'HUAWEI nova 12'],
    ['荣耀', '荣耀 200 Pro', '华为荣耀200Pro'],
    ['小米', 'k50i', '红米K50i'],
    ['小米', '小米红米Note115G', '红米 Note 11 5G'],
    ['小米', 'Redmi K60 至尊版', '红米K60Ultra'],
    ['小米', '小米 17 Ultra', '小米17Ultra至尊版'],
    ['小米', 'Redmi K50 电竞版', '红米K50G'],
    ['vivo', 'Neo9S Pro', '爱酷Neo9SPro'],
    ['三星', 'Z Fold5', '三星Galaxy Z Fold5'],
    ['三星', 'Galaxy S23+', '三星S23Plus'],
    ['三星', 'Galaxy S23 FE', 'SM-S7110'],
    ['一加', '1+12', 'OnePlus 12'],
    ['OPPO', 'OPPO Reno 11 Pro 5G', 'Reno11Pro'],
  ])('the model %s · %s matches %s', (brand, model, factory) => {
    expect(isMatch(verdictOf(brand, model, factory))).toBe(true)
  })

  test('equal names score 1, and a network word missing on one side scores 0.95', () => {
    expect(verdictOf('华为', 'HUAWEI Mate 60 Pro', '华为 Mate60Pro')).toEqual({ score: 1, reason: '名称完全一致' })
    expect(verdictOf('三星', 'Galaxy A54', 'SAMSUNG A54 5G')).toEqual({ score: 0.95, reason: '名称一致，一方未注明 5G' })
  })
})

describe('two bodies under near names', () => {
  test.each([
    ['OPPO', 'Reno11', 'OPPO Reno11 Pro', '后缀不同：无 / PRO'],
    ['小米', 'Redmi Note 12', '红米Note12Pro', '后缀不同：无 / PRO'],
    ['小米', 'Redmi Note 12', '红米Note12 5G', '网络制式不同：未注明 / 5G'],
    ['小米', '小米 12', '红米12', '子品牌不同：主品牌 / 红米'],
    ['华为', 'HUAWEI nova 12', 'HUAWEI nova 12 活力版', '版本不同：无 / 活力版'],
    ['华为', 'Mate 60 Pro', '华为Mate60Pro+', '后缀不同：无 / Plus（+）'],
    ['苹果', 'iPhone 15 Pro', '苹果15Plus', '后缀不同：PRO / Plus（+）'],
    ['苹果', 'iPhone 6s', '苹果6', '字母不同：S / 无'],
    ['苹果', 'iPhone SE', 'iPhone SE (第 2 代)', '数字不同：无 / 2'],
    ['苹果', 'iPhone X', 'iPhone XR', '字母不同：X / XR'],
    ['苹果', 'iPhone 12', '小米12', '品牌不同'],
    ['vivo', 'vivo Y78 5G', 'vivo Y78 4G', '网络制式不同：5G / 4G'],
  ])('the model %s · %s does not match %s: %s', (brand, model, factory, reason) => {
    const found = verdictOf(brand, model, factory)
    expect(found.reason).toBe(reason)
    expect(isMatch(found)).toBe(false)
  })
})

describe('the rule as it is worded', () => {
  test('the rule weighs numbers 70 % and letters 30 %, and the threshold is 0.9', () => {
    const score = (a: string, b: string) => {
      const [left, right] = [readName(a)[0], readName(b)[0]]
      return left && right ? ruleScore(left, right) : -1
    }
    expect(score('OPPO Reno11', 'OPPO Reno12')).toBeCloseTo(0.7 * 0.2 + 0.3)
    expect(score('OPPO Reno11', 'OPPO Reno')).toBeCloseTo(0.7 * 0.5 + 0.3)
    expect(score('OPPO Reno11', 'OPPO Reno11')).toBe(1)
    expect(score('华为 Mate 60', '小米 60')).toBe(0)
    // Four letters of seven differ: 0.7 + 0.3 × 4/7, below the threshold.
    expect(score('OPPO Reno11', 'OPPO Reno11 Pro')).toBeCloseTo(0.7 + (0.3 * 4) / 7)
    expect(matchThreshold).toBe(0.9)
  })

  test('letters are compared by edit distance', () => {
    expect(editDistance('reno', 'renopro')).toBe(3)
    expect(editDistance('', 'abc')).toBe(3)
    fc.assert(
      fc.property(fc.string({ maxLength: 8 }), fc.string({ maxLength: 8 }), (a, b) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a))
        expect(editDistance(a, b) === 0).toBe(a === b)
      }),
    )
  })
})

describe('a mould that several phones share', () => {
  test.each([
    ['苹果7/8/SE2', ['7', '8', 'se 2']],
    ['iPhone 7/8 Plus', ['7 plus', '8 plus']],
    ['苹果X/XS', ['x', 'xs']],
    ['红米K40/K40Pro', ['k 40', 'k 40 pro']],
    ['苹果15/15Pro', ['15', '15 pro']],
    ['红米Note11TPro/Note11TPro+', ['note 11 t pro', 'note 11 t pro plus']],
    ['苹果13、14通用', ['13', '14']],
  ])('the shared name %s is read as several phones', (name, phones) => {
    const read = readName(name)
    expect(read.map((phone) => phone.tokens.join(' '))).toEqual(phones)
    expect(new Set(read.map((phone) => phone.brand)).size).toBe(1)
  })
})

describe('a seller’s list against a factory’s', () => {
  const factory = (...names: string[]): FactoryModel[] => names.map((name, at) => ({ code: `M${at}`, name }))
  const seller = (id: number, brand: string, name: string) => ({ id, brand, name })

  test('matching returns the match with its runner-up, or the nearest candidates when there is no match', () => {
    const [pro, missing] = matchModels(
      [seller(1, '苹果', 'iPhone 15 Pro'), seller(2, '华为', 'Mate 60')],
      factory('苹果15Pro', '苹果15 Pro Max', '华为Mate60Pro', '华为Mate60Pro+'),
    )
    expect(pro?.match).toMatchObject({ factory: { name: '苹果15Pro' }, score: 1 })
    expect(pro?.runnerUp?.factory.name).toBe('苹果15 Pro Max')
    expect(missing?.match).toBeNull()
    expect(missing?.near.map((one) => one.factory.name)).toEqual(['华为Mate60Pro', '华为Mate60Pro+'])
    expect(missing?.near[0]?.score).toBeLessThan(matchThreshold)
  })

  test('a network word must agree where the factory lists a phone with and without it', () => {
    const list = factory('OPPO A58', 'OPPO A58 5G')
    const [withoutNetwork, with5g] = matchModels([seller(1, 'OPPO', 'OPPO A58'), seller(2, 'OPPO', 'A58 5G')], list)
    expect(withoutNetwork?.match?.factory.name).toBe('OPPO A58')
    expect(with5g?.match?.factory.name).toBe('OPPO A58 5G')
    const [only] = matchModels([seller(1, 'OPPO', 'A58 4G')], factory('OPPO A58 5G'))
    expect(only?.match).toBeNull()
  })

  test('a factory name without a brand is matched to no model when two brands claim it', () => {
    const both = [seller(1, '苹果', '12 Pro'), seller(2, '小米', '小米12 Pro')]
    expect(matchModels(both, factory('12 Pro')).map(({ match }) => match)).toEqual([null, null])
    expect(matchModels(both, factory('12 Pro'))[0]?.near[0]?.reason).toContain('没有写明品牌')
    expect(matchModels(both.slice(0, 1), factory('12 Pro'))[0]?.match?.factory.name).toBe('12 Pro')
  })

  test('a match is always an entry of the factory’s list, whatever the names', () => {
    const name = fc.string({ unit: fc.constantFrom(...'苹果华为小米红0123456789 promaxnote+/5g'), maxLength: 14 })
    fc.assert(
      fc.property(fc.array(name, { maxLength: 6 }), fc.array(name, { maxLength: 6 }), (sellers, factories) => {
        const list = factory(...factories)
        const proposals = matchModels(
          sellers.map((text, at) => seller(at, '', text)),
          list,
        )
        expect(proposals).toHaveLength(sellers.length)
        for (const { match } of proposals) if (match) expect(list).toContain(match.factory)
      }),
    )
  })
})

interface Pair {
  readonly sellerBrand: string
  readonly sellerModel: string
  readonly factoryName: string
  readonly match: boolean
}
const file = join(import.meta.dirname, '../../../../../shared/data/matcher/pairs.json')

describe.skipIf(!existsSync(file))('the pairs on file (skipped without ../shared/data/matcher)', () => {
  test('the matcher reaches a precision of 0.99 and a recall of 0.97 on the pairs on file', () => {
    const { pairs }: { pairs: Pair[] } = JSON.parse(readFileSync(file, 'utf8'))
    const judged = pairs.map((pair) => ({
      ...pair,
      found: isMatch(verdictOf(pair.sellerBrand, pair.sellerModel, pair.factoryName)),
    }))
    const right = judged.filter(({ match, found }) => match && found).length
    const wrong = judged.filter(({ match, found }) => !match && found)
    const missed = judged.filter(({ match, found }) => match && !found)
    const names = (list: readonly Pair[]) => list.map((pair) => `${pair.sellerModel} ~ ${pair.factoryName}`).join('; ')
    expect(right / (right + wrong.length), `wrong: ${names(wrong)}`).toBeGreaterThanOrEqual(0.99)
    expect(right / (right + missed.length), `missed: ${names(missed)}`).toBeGreaterThanOrEqual(0.97)
  })
})
