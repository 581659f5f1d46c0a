import type { Layer, LayerTextData } from 'ag-psd'
import { anything, assert, constantFrom, property, record, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { block, openBlob, psdFile, wanted } from './test/psd-files'
import { psdTextOf } from './text-setting'

const rgb = (color: unknown) => ((color as { r: number }).r === undefined ? null : ([16, 32, 255] as const))
const plain: LayerTextData = {
  text: '你好\r世界',
  transform: [2, 0, 0, 2, 10, 20],
  style: {
    font: { name: 'Kuaile' },
    fontSize: 30,
    tracking: 50,
    autoLeading: false,
    leading: 45,
    fillColor: { r: 1, g: 1, b: 1 },
  },
  paragraphStyle: { justification: 'right' },
}
const problemOf = (change: Partial<LayerTextData>) => psdTextOf({ ...plain, ...change }, rgb).problem
const styled = (change: NonNullable<LayerTextData['style']>) => problemOf({ style: { ...plain.style, ...change } })

describe('the setting of a text', () => {
  test('size, spacing, line height, colour and alignment are read in em and px of the canvas', () => {
    expect(psdTextOf(plain, rgb)).toEqual({
      text: '你好\n世界',
      font: 'Kuaile',
      problem: null,
      setting: { size: 60, letterSpacing: 0.05, lineHeight: 1.5, color: '#1020ff', vertical: false, align: 'end' },
    })
    expect(psdTextOf({ ...plain, orientation: 'vertical' }, rgb).setting?.vertical).toBe(true)
  })

  test.each([
    ['仿粗体', styled({ fauxBold: true })],
    ['拉伸', styled({ horizontalScale: 1.2 })],
    ['下划线', styled({ underline: true })],
    ['基线', styled({ baselineShift: 3 })],
    ['描边', styled({ strokeFlag: true })],
    ['旋转', problemOf({ transform: [1, 0.3, -0.3, 1, 0, 0] })],
    ['翻转', problemOf({ transform: [-1, 0, 0, 1, 0, 0] })],
    ['变形', problemOf({ warp: { style: 'arc' } })],
    ['两端', problemOf({ paragraphStyle: { justification: 'justify-all' } })],
    ['字体', problemOf({ style: {} })],
    [
      '几种',
      problemOf({
        styleRuns: [
          { length: 2, style: { fontSize: 9 } },
          { length: 3, style: { fontSize: 10 } },
        ],
      }),
    ],
  ])('a text stays pixels if its style has no equal in a text layer: %s', (words, problem) => {
    expect(problem).toContain(words)
  })

  test('a run that holds only the last line end is no second style', () => {
    const styleRuns = [
      { length: 5, style: {} },
      { length: 1, style: { fontSize: 99 } },
    ]
    expect(problemOf({ text: '你好\r世界\r', styleRuns })).toBeNull()
  })

  test('whatever numbers and names a file holds, the text is set or has a reason', () => {
    const odd = constantFrom(Number.NaN, Number.POSITIVE_INFINITY, -5, 0, 1e300)
    const arbitrary = record({ text: string(), size: odd, tracking: odd, scale: odd, align: string(), warp: anything() })
    assert(
      property(arbitrary, ({ text, size, tracking, scale, align, warp }) => {
        const found = psdTextOf(
          {
            text,
            transform: [scale, 0, 0, scale, 0, 0],
            style: { ...plain.style, fontSize: size, tracking },
            paragraphStyle: { justification: align as 'left' },
            warp: { style: warp as 'none' },
          },
          rgb,
        )
        expect(found.setting === null).toBe(found.problem !== null)
        if (found.setting) expect(found.setting.size).toBeGreaterThan(0)
      }),
    )
  })

  test('a text that cannot be read leaves its own pixels and the other layers', async () => {
    const file = psdFile({
      children: [block('下', 0, 0, 9, 9, [1, 1, 1]), block('字', 0, 0, 9, 9, [1, 1, 1], { text: plain } as Layer)],
    })
    const bytes = new Uint8Array(await file.arrayBuffer())
    // The version of the text record: nothing after it can be trusted.
    const at = Buffer.from(bytes.buffer).indexOf('TySh')
    bytes.set([0x7f, 0x7f], at + 8)
    const psd = await openBlob(new Blob([bytes]))
    const { layer } = await psd.layer('canvas', 'flatten', 1, wanted)
    expect(layer).toMatchObject({ name: '字', text: { text: '', setting: null, problem: '文件里没有文字或字体的信息' } })
    expect((await psd.layer('canvas', 'flatten', 0, wanted)).layer?.name).toBe('下')
  })
})
