import { describe, expect, test } from 'vitest'
import type { FactorySize } from '../sizes/size-proposals'
import { checkRows } from './check-rows'
import { groupPictures } from './groups'
import { importInput } from './import-input'
import { planImport } from './plan'
import type { AreaChoices } from './row-area'
import type { SizeChoices, TableSize } from './row-size'

/** An iPhone 15, whose body is 71.6 × 147.6 mm, at 10 px a millimetre with a border of 20 px. */
const size = { width: 780, height: 1540 }
const hole = { left: 20, right: 20, top: 20, bottom: 20 }
const nameOf = (model: string, color: string) => `苹果-${model}-硅胶-${color}-前景图.png`
const factory = (widthMm: number, heightMm: number): FactorySize => ({ factory: '印壳厂', widthMm, heightMm })

interface Given extends Partial<SizeChoices & Pick<AreaChoices, 'takesHoles'>> {
  readonly model?: string
  readonly factories?: readonly FactorySize[]
  readonly inTables?: readonly TableSize[]
  readonly isHoleFound?: boolean
  /** The millimetres of a wireframe that exists already. */
  readonly stored?: { readonly widthMm: number; readonly heightMm: number }
}

/** The rows of a dry run of two colours of a model. */
function rows({ model = 'iPhone 15', factories = [], inTables = [], isHoleFound = true, stored, ...choices }: Given = {}) {
  const names = ['黑', '白'].map((color) => nameOf(model, color))
  const groups = groupPictures(names.map((name) => ({ id: name, name, blob: new Blob(), facts: { ...size, sha256: name } })))
  const color = (id: number, name: string) => ({ id, name, defaultBackgroundColor: null, enabled: true, next: null })
  const layers = [{ index: 1, imageUrl: '', sha256: 'old' }]
  const catalogue = {
    brands: [{ id: 1, name: '苹果' }],
    models: [{ id: 2, phoneBrandId: 1, name: model }],
    materials: [{ id: 3, name: '硅胶', needBackground: false, colors: [color(4, '黑'), color(5, '白')] }],
    skus: stored ? [{ phoneModelId: 2, materialColorId: 4, wireframeId: 9 }] : [],
    wireframes: stored ? [{ id: 9, ...size, layers, printArea: null, ...stored }] : [],
  }
  const holes = new Map(isHoleFound ? names.map((name) => [name, [hole]] as const) : [])
  const all = { holes, areas: new Map(), takesHoles: true, sizes: new Map(), takesFactory: true, takesLibrary: false, ...choices }
  return checkRows(planImport(groups, catalogue), all, () => ({ atFactories: factories, inTables }))
}
const origins = (given?: Given) => rows(given).map(({ mm }) => [mm.origin, mm.text])
const sent = (given?: Given) => {
  const [row] = rows(given)
  return row && importInput(row, { enabled: false, area: row.area, mm: row.mm })
}

describe('the millimetres of a row of the check step', () => {
  test('the size of the factory is taken; the estimate of the library is offered and taken once the seller says so', () => {
    expect(origins({ factories: [factory(78.1, 154.2)] })).toEqual([
      ['factory', '78.1×154.2'],
      ['factory', '78.1×154.2'],
    ])
    expect(rows()[0]?.mm).toMatchObject({ origin: 'none', proposals: [{ origin: 'library', widthMm: 78, heightMm: 154 }] })
    expect(origins({ takesLibrary: true })[0]).toEqual(['library', '78×154'])
    expect(sent({ takesLibrary: true })).toMatchObject({ mm: { widthMm: 78, heightMm: 154, isTyped: false } })
    expect(sent()).not.toHaveProperty('mm')
  })

  test('of several sizes of a factory, and of one that fits another picture, none is taken by itself', () => {
    expect(rows({ factories: [factory(78, 154), factory(79, 155)] })[0]?.mm).toMatchObject({
      origin: 'none',
      doubtful: 'factory',
    })
    expect(rows({ factories: [factory(150, 80)] })[0]?.mm).toMatchObject({ origin: 'none', doubtful: null })
  })

  test('typed figures hold for all rows of the model, an empty field is none, and what cannot be read is not sent', () => {
    const typed = (text: string): Given => ({ factories: [factory(78.1, 154.2)], sizes: new Map([['苹果-iPhone 15', text]]) })
    expect(origins(typed('７１．５＊１４７．６'))).toEqual([
      ['set', '７１．５＊１４７．６'],
      ['set', '７１．５＊１４７．６'],
    ])
    expect(sent(typed('7.15×14.76cm'))).toMatchObject({ mm: { widthMm: 71.5, heightMm: 147.6, isTyped: true } })
    expect(rows(typed(''))[0]?.mm).toMatchObject({ widthMm: null, isInvalid: false })
    expect(sent(typed(''))).not.toHaveProperty('mm')
    expect(rows(typed('71.5'))[0]?.mm).toMatchObject({ widthMm: null, isInvalid: true })
    expect(origins({ ...typed('71×150'), model: 'iPhone 16' })[0]?.[0]).toBe('factory')
  })

  test('a wireframe keeps the millimetres that it has, unless the seller types others', () => {
    const stored = { widthMm: 70, heightMm: 140 }
    const given = { stored, factories: [factory(78.1, 154.2)] }
    expect(rows(given)[0]?.mm).toMatchObject({ origin: 'stored', text: '70×140' })
    expect(sent(given)).not.toHaveProperty('mm')
    expect(sent({ ...given, sizes: new Map([['苹果-iPhone 15', '78×154']]) })).toMatchObject({
      mm: { widthMm: 78, heightMm: 154, isTyped: true },
    })
    expect(sent({ ...given, sizes: new Map([['苹果-iPhone 15', '']]) })).toMatchObject({ mm: { widthMm: null, isTyped: true } })
  })

  test('a table that the seller brings comes before all but what he types, and of its several sizes none is taken', () => {
    const inTable = (line: number, widthMm: number, heightMm: number): TableSize => ({
      ...{ file: '尺寸.csv', line, name: '苹果15', widthMm, heightMm },
    })
    const given = { stored: { widthMm: 70, heightMm: 140 }, factories: [factory(78.1, 154.2)], inTables: [inTable(2, 78, 154)] }
    expect(origins(given)[0]).toEqual(['table', '78×154'])
    expect(sent(given)).toMatchObject({ mm: { widthMm: 78, heightMm: 154, isTyped: true } })
    expect(origins({ ...given, sizes: new Map([['苹果-iPhone 15', '71×150']]) })[0]?.[0]).toBe('set')
    const several = { ...given, inTables: [inTable(2, 78, 154), inTable(3, 79, 155)] }
    expect(rows(several).map(({ mm }) => [mm.origin, mm.doubtful])).toEqual([
      ['stored', 'table'],
      ['none', 'table'],
    ])
    expect(rows(several)[1]?.mm.proposals.slice(0, 2)).toMatchObject([
      { origin: 'table', detail: '「尺寸.csv」第 2 行「苹果15」', fits: true },
      { origin: 'table', detail: '「尺寸.csv」第 3 行「苹果15」', fits: true },
    ])
    expect(origins({ ...given, inTables: [inTable(2, 78, 154), inTable(3, 78, 154)] })[0]?.[0]).toBe('table')
  })

  test('the import waits for a hole that becomes print area, or from which an estimate of the library is made', () => {
    const waits = (given: Given) => rows({ isHoleFound: false, ...given })[0]?.isAwaited
    expect(waits({})).toBe(true)
    expect(waits({ takesHoles: false })).toBe(false)
    expect(waits({ takesHoles: false, takesLibrary: true })).toBe(true)
    expect(waits({ isHoleFound: true })).toBe(false)
  })
})
