import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PrintArea } from '../../../../contract/types'
import type { Catalogue, CatalogueWireframe } from './catalogue'
import { decide } from './decide'
import { groupPictures } from './groups'
import { countOutcomes, planImport } from './plan'

const size = { width: 500, height: 1044 }
const facts = (sha256: string, width = size.width, height = size.height) => ({ sha256, width, height })
const present = (layers: Record<number, string | null>, printArea: PrintArea | null = null) => ({
  ...size,
  ...{ printArea, widthMm: null, heightMm: null },
  layers: Object.entries(layers).map(([index, sha256]) => ({ index: Number(index), sha256, imageUrl: '' })),
})
const sizesDiffer = '当前添加的线框图前后景图片大小不一致或图片有问题，请检查，谢谢~'

describe('the decision about a wireframe', () => {
  test('without a wireframe the pictures make one', () => {
    expect(decide({ foreground: facts('a') }, null)).toEqual({ outcome: 'create', upload: ['foreground'], size })
    expect(decide({ foreground: facts('a'), background: facts('b') }, present({}))).toEqual({
      outcome: 'create',
      upload: ['foreground', 'background'],
      size,
    })
  })

  test('pictures that the wireframe has already change nothing', () => {
    expect(decide({ foreground: facts('a') }, present({ 1: 'a' }))).toEqual({ outcome: 'skip' })
    expect(decide({ background: facts('b') }, present({ 1: 'a', [-1]: 'b' }))).toEqual({ outcome: 'skip' })
    expect(decide({ foreground: facts('a'), background: facts('b') }, present({ 1: 'a', [-1]: 'b' }))).toEqual({
      outcome: 'skip',
    })
  })

  test('a picture of the wireframe’s only layer updates it, whatever its size', () => {
    expect(decide({ foreground: facts('new') }, present({ 1: 'old' }))).toEqual({
      outcome: 'update',
      upload: ['foreground'],
      size,
    })
    expect(decide({ background: facts('new', 300, 600) }, present({ [-1]: 'old' }))).toMatchObject({
      outcome: 'update',
      upload: ['background'],
      size: { width: 300, height: 600 },
      resizedFrom: size,
    })
  })

  test('a picture of the missing layer is added when the sizes are equal', () => {
    expect(decide({ background: facts('b') }, present({ 1: 'a' }))).toEqual({ outcome: 'update', upload: ['background'], size })
    expect(decide({ background: facts('b', 499) }, present({ 1: 'a' }))).toEqual({
      outcome: 'refuse',
      refusal: { text: sizesDiffer, detail: '已有的前景图 500×1044，导入的图片 499×1044' },
    })
  })

  test('when both layers come for a wireframe with one, only what is new is sent, unless the size changes', () => {
    const one = present({ 1: 'a' })
    expect(decide({ foreground: facts('a'), background: facts('b') }, one)).toMatchObject({ upload: ['background'] })
    const bigger = { foreground: facts('x', 1000, 2088), background: facts('y', 1000, 2088) }
    expect(decide(bigger, one)).toMatchObject({ outcome: 'update', upload: ['foreground', 'background'], resizedFrom: size })
  })

  test('a picture of one of two layers replaces it when the sizes are equal', () => {
    const two = present({ 1: 'a', [-1]: 'b' })
    expect(decide({ foreground: facts('new') }, two)).toEqual({ outcome: 'update', upload: ['foreground'], size })
    expect(decide({ foreground: facts('new', 600) }, two)).toMatchObject({ outcome: 'refuse', refusal: { text: sizesDiffer } })
  })

  test('a layer without a known hash is replaced', () => {
    expect(decide({ foreground: facts('a') }, present({ 1: null }))).toMatchObject({ outcome: 'update', upload: ['foreground'] })
  })

  test('the print area keeps its margins while they fit, and is scaled otherwise', () => {
    const area = { left: 200, right: 200, top: 100, bottom: 100 }
    const to = (width: number, height: number) => decide({ foreground: facts('n', width, height) }, present({ 1: 'o' }, area))
    expect(to(400, 1044)).not.toHaveProperty('printArea')
    expect(to(250, 522)).toMatchObject({ printArea: { left: 100, right: 100, top: 50, bottom: 50 } })
  })

  test('a scaled print area always fits the picture', () => {
    const px = fc.integer({ min: 1, max: 20_000 })
    fc.assert(
      fc.property(px, px, px, px, fc.array(fc.nat(1000), { minLength: 4, maxLength: 4 }), (w, h, toW, toH, shares) => {
        const [a = 0, b = 0, c = 0, d = 0] = shares.map((share) => share / 1000)
        const [left, top] = [Math.floor(w * a), Math.floor(h * c)]
        const area = { left, right: Math.floor((w - left) * b), top, bottom: Math.floor((h - top) * d) }
        const decision = decide({ foreground: facts('n', toW, toH) }, { ...present({ 1: 'o' }, area), width: w, height: h })
        const next = decision.outcome === 'update' ? (decision.printArea ?? area) : area
        expect(next.left + next.right).toBeLessThanOrEqual(toW)
        expect(next.top + next.bottom).toBeLessThanOrEqual(toH)
      }),
    )
  })
})

const pictures = (...names: string[]) => groupPictures(names.map((name) => ({ id: name, name, facts: facts(name) })))

const color = (id: number, name: string) => ({ id, name, defaultBackgroundColor: null, enabled: true, next: null })
const catalogue = (wireframes: readonly CatalogueWireframe[] = [], skus: Catalogue['skus'] = []): Catalogue => ({
  brands: [{ id: 1, name: '苹果' }],
  models: [{ id: 2, phoneBrandId: 1, name: 'iPhone 15' }],
  materials: [{ id: 3, name: '玻璃', needBackground: true, colors: [color(4, '黑'), color(5, '白')] }],
  skus,
  wireframes,
})

describe('a dry run', () => {
  test('a dry run lists each new brand, model, material and colour once', () => {
    const groups = pictures(
      '苹果-iPhone 15-玻璃-黑-前景图.png',
      '苹果-iPhone 16-玻璃-黑-前景图.png',
      '小米-14-玻璃-星河蓝-前景图.png',
      '小米-14-硅胶-黑-前景图.png',
      '小米-15-硅胶-黑-前景图.png',
    )
    const { rows, creations } = planImport(groups, catalogue())
    expect(creations).toEqual({
      brands: ['小米'],
      models: ['苹果 · iPhone 16', '小米 · 14', '小米 · 15'],
      materials: ['硅胶'],
      colors: ['玻璃 · 星河蓝', '硅胶 · 黑'],
    })
    expect(rows[2]?.notes).toEqual(['新颜色「星河蓝」的背景色设为 #9bb9d3，可在颜色管理里修改'])
    expect(countOutcomes(rows)).toEqual({ create: 5, update: 0, skip: 0, refuse: 0 })
  })

  test('a dry run warns of a name that differs only in case, width or spaces', () => {
    const { rows } = planImport(pictures('苹果-iphone15-玻璃-黑-前景图.png'), catalogue())
    expect(rows[0]?.notes).toEqual(['已有型号「iPhone 15」，只差大小写、全半角或空格：若是同一个，请改文件名'])
  })

  test('a dry run creates nothing for a refused group', () => {
    const groups = groupPictures([{ id: '1', name: '新-新-新-新-前景图.png', facts: null }])
    expect(planImport(groups, catalogue()).creations).toEqual({ brands: [], models: [], materials: [], colors: [] })
  })

  test('of two combinations that share a wireframe the first decides and a different one is refused', () => {
    const shared = { ...present({ 1: 'old' }), id: 9 }
    const skus = [4, 5].map((materialColorId) => ({ phoneModelId: 2, materialColorId, wireframeId: 9 }))
    const groups = pictures('苹果-iPhone 15-玻璃-黑-前景图.png', '苹果-iPhone 15-玻璃-白-前景图.png')
    const { rows } = planImport(groups, catalogue([shared], skus))
    expect(rows[0]).toMatchObject({
      outcome: 'update',
      notes: ['替换或添加前景图', '另有 1 项（型号或颜色）共用这张线框图，会一起更换'],
    })
    expect(rows[1]).toMatchObject({
      outcome: 'refuse',
      refusal: { text: '与「苹果-iPhone 15-玻璃-黑」共用一张线框图，不能换成不同的图片' },
    })
    const same = groupPictures(groups.flatMap((group) => group.pictures.map((one) => ({ ...one, facts: facts('same') }))))
    expect(planImport(same, catalogue([shared], skus)).rows.map(({ outcome }) => outcome)).toEqual(['update', 'skip'])
  })
})
