/** Tests the rows of both boards, the search, suggestions, and which proposals of the matcher may be bound. */
import { describe, expect, test } from 'vitest'
import { colorRow, materialRow, modelRow } from '../../../../contract/test/catalogue'
import type { FactoryMaterial, ModelBinding } from '../../../../contract/types'
import type { Candidate, Proposal } from '../matching/match'
import { planOf, scoreText } from '../matching/match-plan'
import { type Choice, modelChoice, searchChoices } from './choices'
import { boardRows, countUnbound, likelyCandidate } from './material-rows'
import { countStates, filterRows, fullName, modelRows, sizeText, stockText } from './model-rows'

const factoryModel = (code: string, name: string) => ({ code, name, widthMm: 71.46, heightMm: 146, stock: 3 })
const binding = (phoneModelId: number, code: string, change: Partial<ModelBinding> = {}): ModelBinding => ({
  factoryId: 1,
  phoneModelId,
  erpPhoneModelCode: code,
  automatic: false,
  gone: false,
  ...change,
})
const model = (id: number, phoneBrandId: number, name: string) => modelRow({ id, phoneBrandId, name })

const rows = modelRows({
  brands: [
    { id: 1, name: '苹果', next: 2 },
    { id: 2, name: '华为', next: null },
  ],
  models: [
    [model(11, 1, 'iPhone 15'), model(12, 1, 'iPhone 15 Pro')],
    [model(21, 2, '华为 Mate 60'), model(22, 2, 'P70')],
  ],
  factoryModels: [factoryModel('AP15', '苹果15'), factoryModel('HW60', '华为Mate60')],
  bindings: [binding(11, 'AP15', { automatic: true }), binding(21, 'HW60'), binding(22, 'HW-OLD', { gone: true })],
})
const idsOf = (list: readonly { readonly id: number }[]) => list.map(({ id }) => id)

describe('rows of models', () => {
  test('a model’s row says whether it was bound by hand, by the matcher, not at all, or to a code no longer listed', () => {
    expect(rows.map(({ id, state, factoryModel: bound }) => [id, state, bound?.name])).toEqual([
      [11, 'automatic', '苹果15'],
      [12, 'none', undefined],
      [21, 'manual', '华为Mate60'],
      [22, 'gone', undefined],
    ])
    expect(countStates(rows)).toEqual({ all: 4, unbound: 1, bound: 2, gone: 1 })
  })

  test('models are found by brand, state, name, and by the name or code at the factory', () => {
    const foundIds = (change: Partial<Parameters<typeof filterRows>[1]>) =>
      idsOf(filterRows(rows, { brandId: null, state: 'all', searchText: '', ...change }))
    expect(foundIds({})).toEqual([11, 12, 21, 22])
    expect(foundIds({ brandId: 2 })).toEqual([21, 22])
    expect(foundIds({ state: 'unbound' })).toEqual([12])
    expect(foundIds({ searchText: 'IPHONE15 p' })).toEqual([12])
    expect(foundIds({ searchText: '苹果iphone' })).toEqual([11, 12])
    expect(foundIds({ searchText: 'hw-old' })).toEqual([22])
    expect(foundIds({ searchText: '苹果15' })).toEqual([11])
  })

  test('a model’s full name has its brand exactly once', () => {
    expect(rows.map(fullName)).toEqual(['苹果 iPhone 15', '苹果 iPhone 15 Pro', '华为 Mate 60', '华为 P70'])
  })

  test('size and stock of a factory model are shown only where the factory gives them', () => {
    expect(sizeText({ widthMm: 71.46, heightMm: 146 })).toBe('71.5×146 毫米')
    expect(sizeText({ widthMm: 71.46, heightMm: null })).toBeNull()
    expect([null, 0, 12].map(stockText)).toEqual([null, '缺货', '库存 12'])
    expect(modelChoice({ ...factoryModel('A', 'B'), stock: 0, heightMm: null })).toMatchObject({
      facts: ['缺货'],
      isOutOfStock: true,
    })
  })
})

describe('a search through a factory’s list', () => {
  const choices: readonly Choice[] = [
    { key: 'a', name: '苹果 15 Pro Max', code: 'IP15PM', facts: [] },
    { key: 'b', name: '华为 Mate60Pro', code: 'HW-60P', facts: [] },
    { key: 'c', name: '15 通用', code: 'Z1', facts: [] },
  ]
  const foundKeys = (typed: string) => searchChoices(choices, typed).map(({ key }) => key)
  test('a search finds parts of names and codes, and lists those first that begin with the words', () => {
    expect(foundKeys('')).toEqual(['a', 'b', 'c'])
    expect(foundKeys('15promax')).toEqual(['a'])
    expect(foundKeys('max 苹果')).toEqual(['a'])
    expect(foundKeys('15')).toEqual(['c', 'a'])
    expect(foundKeys('hw-60')).toEqual(['b'])
    expect(foundKeys('ＩＰ15')).toEqual(['a'])
    expect(foundKeys('小米')).toEqual([])
  })
})

describe('materials and their colours', () => {
  const color = (id: number, name: string) => colorRow({ id, name })
  const materials = [
    materialRow({ id: 1, name: '磨砂硬壳', colors: [color(1, '白色'), color(2, '黑')], next: 2 }),
    materialRow({ id: 2, name: '玻璃', colors: [color(3, '透明')] }),
  ]
  const offered: FactoryMaterial[] = [
    {
      id: 'm1',
      code: 'PC',
      name: '磨砂 PC 硬壳',
      colors: [
        { id: 'c1', code: 'W', name: '白' },
        { id: 'c2', code: 'B', name: '曜黑' },
      ],
    },
    { id: 'm2', code: 'GL', name: '镜面玻璃', colors: [] },
  ]
  const boundMaterial = (materialId: number, erpMaterialId: string, gone = false) => ({
    factoryId: 1,
    materialId,
    erpMaterialId,
    erpMaterialCode: 'X',
    gone,
  })
  const boundColor = (materialColorId: number, erpMaterialColorId: string) => ({
    factoryId: 1,
    materialColorId,
    erpMaterialColorId,
    erpMaterialColorCode: 'X',
    gone: false,
  })
  const board = (input: Partial<Parameters<typeof boardRows>[0]>) =>
    boardRows({ materials, offered, materialBindings: [], colorBindings: [], ...input })

  test('a colour can be chosen only once its material is bound, and only from that material’s colours', () => {
    expect(board({}).map((row) => (row.kind === 'color' ? row.choices : row.suggestion?.id))).toEqual([
      'm1',
      null,
      null,
      'm2',
      null,
    ])
    const afterRebinding = board({ materialBindings: [boundMaterial(1, 'm1'), boundMaterial(2, 'm2')] })
    expect(afterRebinding.map((row) => row.kind === 'color' && row.choices?.map(({ id }) => id))).toEqual([
      false,
      ['c1', 'c2'],
      ['c1', 'c2'],
      false,
      [],
    ])
    expect(afterRebinding.map((row) => row.kind === 'color' && row.suggestion?.name)).toEqual([
      false,
      '白',
      undefined,
      false,
      undefined,
    ])
    expect(countUnbound(afterRebinding)).toEqual({ materials: 0, colors: 2 })
    expect(new Set(idsOf(afterRebinding)).size).toBe(afterRebinding.length)
  })

  test('a colour of another material and anything no longer listed must be bound again', () => {
    const states = (input: Partial<Parameters<typeof boardRows>[0]>) => board(input).map(({ state }) => state)
    expect(
      states({ materialBindings: [boundMaterial(1, 'm1')], colorBindings: [boundColor(1, 'c1'), boundColor(2, 'c9')] }),
    ).toEqual(['bound', 'bound', 'gone', 'none', 'none'])
    expect(
      states({ materialBindings: [boundMaterial(1, 'm1', true)], colorBindings: [boundColor(1, 'c1')] }).slice(0, 2),
    ).toEqual(['gone', 'gone'])
    expect(states({ materialBindings: [boundMaterial(1, 'm2')], colorBindings: [boundColor(1, 'c1')] }).slice(0, 2)).toEqual([
      'bound',
      'gone',
    ])
  })

  test('a candidate is suggested only when no other one fits', () => {
    const candidatesNamed = (...names: string[]) => names.map((name) => ({ name, code: name }))
    expect(likelyCandidate('液态硅胶壳', candidatesNamed('液态硅胶', '硅胶'))?.name).toBe('液态硅胶')
    expect(likelyCandidate('硅胶', candidatesNamed('液态硅胶', '加厚硅胶'))).toBeNull()
    expect(likelyCandidate('白', candidatesNamed('米白', '雪白'))).toBeNull()
    expect(likelyCandidate('壳', candidatesNamed('硬壳'))).toBeNull()
    expect(likelyCandidate('玻璃', candidatesNamed('亚克力'))).toBeNull()
  })
})

describe('what the matcher proposes', () => {
  const seller = (id: number) => ({ id, brand: '苹果', name: `iPhone ${id}` })
  const candidate = (code: string, score: number): Candidate => ({ factory: { code, name: code }, score, reason: '因为' })
  const listed = ['A', 'B', 'C'].map((code) => ({ code, name: code }))
  const proposal = (id: number, change: Partial<Proposal>): Proposal => ({
    seller: seller(id),
    match: null,
    runnerUp: null,
    near: [],
    ...change,
  })

  test('proposals of the matcher are sorted by what a person has to do about them', () => {
    const plan = planOf(
      [
        proposal(1, { match: candidate('A', 1), runnerUp: candidate('B', 0.85) }),
        proposal(2, { match: candidate('A', 1), runnerUp: candidate('B', 1) }),
        proposal(3, { near: [candidate('C', 0.85)] }),
        proposal(4, {}),
      ],
      listed,
    )
    expect(plan.found.map(({ id, isTie }) => [id, isTie])).toEqual([
      [1, false],
      [2, true],
    ])
    expect(idsOf(plan.unsure)).toEqual([3])
    expect(idsOf(plan.missing)).toEqual([4])
  })

  test('a proposal whose code the factory does not list is dropped', () => {
    const plan = planOf(
      [proposal(1, { match: candidate('Z', 1) }), proposal(2, { near: [candidate('Z', 0.85), candidate('B', 0.7)] })],
      listed,
    )
    expect(plan.found).toEqual([])
    expect(idsOf(plan.missing)).toEqual([1])
    expect(plan.unsure[0]?.near.map(({ factory }) => factory.code)).toEqual(['B'])
  })

  test('scores are rounded down', () => {
    expect([1, 0.95, 0.8999, 0.7 + 0.3 * (2 / 3)].map(scoreText)).toEqual(['100%', '95%', '89.9%', '90%'])
  })
})
