import { describe, expect, test } from 'vitest'
import type { PrintArea } from '../../../../contract/types'
import { groupPictures } from './groups'
import { importInput } from './import-input'
import { planImport } from './plan'
import { type AreaChoices, areaNote, rowArea } from './row-area'

const size = { width: 500, height: 1044 }
const hole = { left: 24, right: 24, top: 24, bottom: 24 }
const small = { left: 300, right: 24, top: 24, bottom: 24 }
const picture = (name: string) => ({ id: name, name, blob: new Blob(), facts: { ...size, sha256: name } })
const foreground = '苹果-15-硅胶-黑-前景图.png'
const empty = { brands: [], models: [], materials: [], skus: [], wireframes: [] }

/** The only row of a dry run of these files; `printArea` is that of a wireframe that exists already. */
function rowOf(names: readonly string[], printArea: PrintArea | null = null) {
  const color = { id: 4, name: '黑', defaultBackgroundColor: null, enabled: true, next: null }
  const layers = [{ index: 1, imageUrl: '', sha256: 'old' }]
  const existing = {
    brands: [{ id: 1, name: '苹果' }],
    models: [{ id: 2, phoneBrandId: 1, name: '15' }],
    materials: [{ id: 3, name: '硅胶', needBackground: false, colors: [color] }],
    skus: [{ phoneModelId: 2, materialColorId: 4, wireframeId: 9 }],
    wireframes: [{ id: 9, ...size, layers, printArea, widthMm: null, heightMm: null }],
  }
  const [row] = planImport(groupPictures(names.map(picture)), printArea === null ? empty : existing).rows
  if (!row) throw new Error('one row')
  return row
}
const choices = (change: Partial<AreaChoices> = {}): AreaChoices => ({ areas: new Map(), takesHoles: true, ...change })
const key = '苹果-15-硅胶-黑'
const areaOf = (row: ReturnType<typeof rowOf>, found: readonly PrintArea[] | undefined, change: Partial<AreaChoices> = {}) =>
  rowArea(row, new Map(found && [[foreground, found]]), choices(change))

describe('the print area of a row of the check step', () => {
  test('a new wireframe gets the hole of its foreground, and the import sends it', () => {
    const area = areaOf(rowOf([foreground]), [hole])
    expect(area).toMatchObject({ area: hole, origin: 'hole', isPending: false })
    expect(areaNote(area, true)).toBe('前景图透明的部分')
    expect(importInput(rowOf([foreground]), { enabled: false, area })).toMatchObject({ area: { area: hole, isTyped: false } })
  })

  test('a foreground that is still looked at, one without a hole, one with several and none at all say so', () => {
    const row = rowOf([foreground])
    expect(areaNote(areaOf(row, undefined), true)).toBe('正在看前景图…')
    expect(areaNote(areaOf(row, []), true)).toBe('前景图里没有透明的孔')
    expect(areaOf(row, [hole, small]).area).toEqual(hole)
    expect(areaNote(areaOf(row, [hole, small]), true)).toBe('前景图有 2 块透明的部分，取最大的，请核对')
    const background = rowOf(['苹果-15-硅胶-黑-背景图.png'])
    expect(areaOf(background, undefined)).toMatchObject({ area: null, isPending: false })
    expect(areaNote(areaOf(background, undefined), false)).toBe('这次没有前景图')
  })

  test('a proposal can be refused for all rows and for one, and one row can have another area', () => {
    const row = rowOf([foreground])
    expect(areaOf(row, [hole], { takesHoles: false })).toMatchObject({ area: null, origin: 'none', hole })
    expect(areaOf(row, [hole], { areas: new Map([[key, null]]) })).toMatchObject({ area: null, origin: 'set' })
    const area = areaOf(row, [hole], { areas: new Map([[key, small]]) })
    expect(area).toMatchObject({ area: small, origin: 'set' })
    expect(importInput(row, { enabled: false, area })).toMatchObject({ area: { area: small, isTyped: true } })
  })

  test('a wireframe keeps the print area that it has, unless the seller sets another one or none', () => {
    const kept = { left: 1, right: 2, top: 3, bottom: 4 }
    const row = rowOf([foreground], kept)
    expect(row.outcome).toBe('update')
    const area = areaOf(row, [hole])
    expect(area).toMatchObject({ area: kept, origin: 'kept' })
    expect(importInput(row, { enabled: false, area })).not.toHaveProperty('area')
    const none = areaOf(row, [hole], { areas: new Map([[key, null]]) })
    expect(importInput(row, { enabled: false, area: none })).toMatchObject({ area: { area: null, isTyped: true } })
  })

  test('an area that was set for a larger picture is not kept', () => {
    const area = { left: 400, right: 400, top: 0, bottom: 0 }
    expect(areaOf(rowOf([foreground]), [hole], { areas: new Map([[key, area]]) })).toMatchObject({ area: hole, origin: 'hole' })
  })
})
