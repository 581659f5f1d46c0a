import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupPictures, type Picture } from './groups'

let made = 0
const picture = (name: string, size: readonly [number, number] | null = [500, 1044], sha256 = name): Picture => ({
  id: String(++made),
  name,
  facts: size && { width: size[0], height: size[1], sha256 },
  ...(size === null && { trouble: '图片加载失败，请检查图片是否损坏' }),
})
const only = (...pictures: Picture[]) => {
  const groups = groupPictures(pictures)
  expect(groups).toHaveLength(1)
  return groups[0]
}

describe('pictures of one combination', () => {
  test('a combination may have a foreground, a background or both', () => {
    expect(only(picture('苹果-15-硅胶-黑-前景图.png'), picture('苹果-15-硅胶-黑-背景图.jpg'))).toMatchObject({
      key: '苹果-15-硅胶-黑',
      refusal: null,
      layers: { foreground: { name: '苹果-15-硅胶-黑-前景图.png' }, background: { name: '苹果-15-硅胶-黑-背景图.jpg' } },
    })
    expect(only(picture('苹果-15-硅胶-黑-背景图.jpg'))?.layers).toEqual({ background: expect.anything() })
  })

  test('a combination with more than two pictures is refused', () => {
    const three = ['前景图.png', '前景图.jpg', '背景图.png'].map((end) => picture(`苹果-15-硅胶-黑-${end}`))
    expect(only(...three)).toMatchObject({
      refusal: { text: '同一品牌型号材质颜色线框图最多只能上传2张哦~', detail: expect.stringContaining('现在有 3 张') },
      layers: {},
    })
  })

  test('two pictures of the same layer are refused', () => {
    const two = ['前景图.png', '前景图.jpg'].map((end) => picture(`苹果-15-硅胶-黑-${end}`))
    expect(only(...two)?.refusal).toEqual({
      text: '有 2 张前景图，请只保留 1 张',
      detail: '苹果-15-硅胶-黑-前景图.png、苹果-15-硅胶-黑-前景图.jpg',
    })
  })

  test('foreground and background of different sizes are refused', () => {
    const pair = (a: [number, number] | null, b: [number, number] | null) =>
      only(picture('苹果-15-硅胶-黑-前景图.png', a), picture('苹果-15-硅胶-黑-背景图.png', b))?.refusal
    expect(pair([500, 1044], [500, 1043])).toEqual({
      text: '当前添加的线框图前后景图片大小不一致或图片有问题，请检查，谢谢~',
      detail: '前景图 500×1044，背景图 500×1043',
    })
    expect(pair([500, 1044], null)?.detail).toBe('前景图 500×1044，背景图 图片加载失败，请检查图片是否损坏')
    expect(pair([1, 1], [1, 1])).toBeNull()
  })

  test('a file that is no picture is refused', () => {
    expect(only(picture('苹果-15-硅胶-黑-前景图.png', null))?.refusal).toEqual({
      text: '当前添加的线框图图片有问题，请检查，谢谢~',
      detail: '图片加载失败，请检查图片是否损坏',
    })
  })
})

test('a file with an invalid name forms a group of its own, with the reason', () => {
  expect(only(picture('说明.txt', null))).toMatchObject({
    combination: null,
    refusal: { text: '图片命名不符合规则', detail: '扩展名应为 gif、jpg、jpeg、png、bmp、svg 之一' },
  })
})

test('every picture is in exactly one group, and a group without a refusal has one or two pictures of equal size', () => {
  const part = fc.constantFrom('甲', '乙')
  const size = fc.option(fc.constantFrom<readonly [number, number]>([10, 20], [30, 40]), { nil: null })
  const some = fc
    .tuple(part, part, part, part, fc.constantFrom('前景图', '背景图', '别的'), fc.constantFrom('png', 'jpg', 'txt'), size)
    .map(([a, b, c, d, layer, extension, dimensions]) => picture(`${a}-${b}-${c}-${d}-${layer}.${extension}`, dimensions))
  fc.assert(
    fc.property(fc.array(some, { maxLength: 40 }), (pictures) => {
      const groups = groupPictures(pictures)
      const ids = groups.flatMap((group) => group.pictures.map(({ id }) => id))
      expect([...ids].sort()).toEqual(pictures.map(({ id }) => id).sort())
      expect(new Set(groups.map(({ key }) => key)).size).toBe(groups.length)
      for (const { refusal, layers, pictures: own } of groups) {
        const layered = Object.values(layers)
        expect(layered.length).toBe(refusal ? 0 : own.length)
        expect(new Set(layered.map(({ facts }) => `${facts?.width}×${facts?.height}`)).size).toBe(refusal ? 0 : 1)
      }
    }),
  )
})
