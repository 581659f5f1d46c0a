import { describe, expect, test } from 'vitest'
import { mouldText, printedArea } from './mould-size'

const mm = (widthMm: number | null, heightMm: number | null) => ({ widthMm, heightMm })
const nothing = mm(null, null)

describe('printedArea', () => {
  test.each([
    [mm(77, 153), mm(70.6, 146.6), 'true-size', mm(77, 153)],
    [mm(77, 153), mm(70.6, 146.6), 'mould', mm(70.6, 146.6)],
    [nothing, mm(70.6, 146.6), 'true-size', mm(70.6, 146.6)],
    [mm(77, 153), nothing, 'mould', mm(77, 153)],
    // A complete size is preferred to sides of two different sizes.
    [mm(77, null), mm(70.6, 146.6), 'true-size', mm(70.6, 146.6)],
    [mm(77, null), mm(null, 146.6), 'true-size', mm(77, 146.6)],
    [nothing, nothing, 'mould', nothing],
  ] as const)('printedArea of the design %j on the mould %j with the print size %s is %j', (designed, mould, size, printed) => {
    expect(printedArea(designed, mould, size)).toEqual(printed)
  })
})

describe('mouldText', () => {
  test('mouldText states the difference in size and how the design is printed', () => {
    const differs = '的设计 77×153 毫米，工厂机型 70.6×146.6 毫米：宽 −6.4 毫米（−8.3%）、高 −6.4 毫米（−4.2%）'
    expect(mouldText(mm(77, 153), mm(70.6, 146.6), 'true-size')).toBe(`${differs}，按 1:1 印刷，四周的出血会裁掉`)
    expect(mouldText(mm(77, 153), mm(70.6, 146.6), 'mould')).toBe(`${differs}，会缩放到 95.8%`)
    expect(mouldText(mm(70, 150), mm(71, 149), 'true-size')).toBe(
      '的设计 70×150 毫米，工厂机型 71×149 毫米：宽 +1 毫米（+1.4%）、高 −1 毫米（−0.7%），按 1:1 印刷，工厂机型更大的一边会留白',
    )
  })

  test('mouldText is null where the sizes agree or one is unknown', () => {
    expect(mouldText(mm(70.04, 150), mm(70, 150), 'true-size')).toBeNull()
    expect(mouldText(nothing, mm(70, 150), 'true-size')).toBeNull()
    expect(mouldText(mm(70, 150), mm(70, null), 'true-size')).toBeNull()
  })
})
