import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { PrintArea } from '../../../contract/types'
import {
  areaText,
  areaWith,
  dragArea,
  dragEdge,
  emptyMargins,
  hasProblems,
  marginFields,
  overflow,
  parsePasted,
  printAreaFields,
  readMargin,
  readMarginChange,
  readPrintArea,
  type Size,
  sides,
  tooHigh,
  tooWide,
  typedFrom,
} from './print-area'

const size: fc.Arbitrary<Size> = fc.record({
  width: fc.integer({ min: 1, max: 4000 }),
  height: fc.integer({ min: 1, max: 4000 }),
})
const part = (length: number) =>
  fc.tuple(fc.integer({ min: 0, max: length }), fc.integer({ min: 0, max: length })).map(([a, b]) => [a, Math.min(b, length - a)])
/** A size and an area that fits it. */
const fitting = size.chain((of) =>
  fc.record({
    of: fc.constant(of),
    area: fc
      .tuple(part(of.width), part(of.height))
      .map(([[left = 0, right = 0], [top = 0, bottom = 0]]): PrintArea => ({ left, right, top, bottom })),
  }),
)
const move = fc.integer({ min: -9000, max: 9000 })
const side = fc.constantFrom(...sides)

const fits = (area: PrintArea, of: Size) => sides.every((one) => area[one] >= 0) && !hasProblems(overflow(area, of))
const span = (area: PrintArea) => [area.left + area.right, area.top + area.bottom]

describe('typed margins', () => {
  test('four empty fields mean no area, and one filled field makes the others 0', () => {
    expect(readPrintArea(emptyMargins, { width: 10, height: 10 })).toEqual({ area: null, problems: {} })
    expect(printAreaFields(null)).toEqual({
      printAreaLeft: null,
      printAreaRight: null,
      printAreaTop: null,
      printAreaBottom: null,
    })
    fc.assert(
      fc.property(side, fc.integer({ min: 0, max: 9 }), (one, margin) => {
        const { area, problems } = readPrintArea({ ...emptyMargins, [one]: String(margin) }, { width: 10, height: 10 })
        expect(problems).toEqual({})
        expect(area).toEqual({ left: 0, right: 0, top: 0, bottom: 0, [one]: margin })
      }),
    )
  })

  test('a stored area is read back from its fields', () => {
    fc.assert(
      fc.property(fitting, ({ of, area }) => {
        expect(readPrintArea(typedFrom(area), of)).toEqual({ area, problems: {} })
      }),
    )
  })

  test('left and right margins may meet but not cross, and neither may top and bottom', () => {
    fc.assert(
      fc.property(size, fc.nat(5000), fc.nat(5000), fc.nat(5000), fc.nat(5000), (of, left, right, top, bottom) => {
        const { problems } = readPrintArea(typedFrom({ left, right, top, bottom }), of)
        expect(problems.across).toBe(left + right > of.width ? tooWide : undefined)
        expect(problems.down).toBe(top + bottom > of.height ? tooHigh : undefined)
      }),
    )
  })

  test('only whole numbers from 0 are margins', () => {
    for (const text of ['1.5', '-1', 'a', '1e3', '0x10', '1 2', '+3', '１.５']) expect(readMargin(text)).toBeUndefined()
    expect(readMargin(' 12 ')).toBe(12)
    expect(readMargin('１２')).toBe(12)
    expect(readMargin('   ')).toBeNull()
    expect(readPrintArea({ ...emptyMargins, top: '1.5' }, null).problems.top).toBe('请填写整数，单位像素')
    expect(readPrintArea({ ...emptyMargins, top: '20001' }, null).problems.top).toBe('不能超过 20000 像素')
  })

  test('without a picture only the numbers themselves are checked', () => {
    expect(readPrintArea(typedFrom({ left: 9999, right: 9999, top: 0, bottom: 0 }), null).problems).toEqual({})
  })
})

describe('pasted text', () => {
  const separator = fc.constantFrom(',', '，', ' , ', '， ', '\t', ' ', '、', ',\n')

  test('pasting four numbers fills left, right, top and bottom', () => {
    expect(parsePasted('1,2,3,4')).toEqual({ left: '1', right: '2', top: '3', bottom: '4' })
    fc.assert(
      fc.property(
        fc.array(fc.nat(99_999), { minLength: 4, maxLength: 4 }),
        separator,
        fc.constantFrom('', ' ', '\n'),
        (of, by, end) => {
          expect(parsePasted(`${end}${of.join(by)}${end}`)).toEqual({
            left: String(of[0]),
            right: String(of[1]),
            top: String(of[2]),
            bottom: String(of[3]),
          })
        },
      ),
    )
  })

  test('pasting a copied area gives the same area', () => {
    fc.assert(
      fc.property(fitting, ({ area }) => {
        expect(parsePasted(areaText(area))).toEqual(typedFrom(area))
      }),
    )
  })

  test('pasted text with another number of parts, or with other characters, is refused', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(999), { maxLength: 9 }).filter((of) => of.length !== 4),
        (of) => {
          expect(parsePasted(of.join(','))).toBeNull()
        },
      ),
    )
    for (const text of ['1.5,2,3,4', '1,2,3,', ',1,2,3', 'a,b,c,d', '1,2,3,-4', '1,,2,3,4']) expect(parsePasted(text)).toBeNull()
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const found = parsePasted(text)
        if (found !== null) for (const one of sides) expect(found[one]).toMatch(/^\d+$/)
      }),
    )
  })
})

describe('dragging', () => {
  test('a dragged edge stays inside the picture and before the opposite edge, and moves no other edge', () => {
    fc.assert(
      fc.property(fitting, side, move, move, ({ of, area }, one, dx, dy) => {
        const next = dragEdge(area, one, dx, dy, of)
        expect(fits(next, of)).toBe(true)
        for (const other of sides) if (other !== one) expect(next[other]).toBe(area[other])
      }),
    )
  })

  test('a dragged edge follows the pointer exactly while there is room', () => {
    const of = { width: 100, height: 200 }
    const area = { left: 10, right: 10, top: 20, bottom: 20 }
    expect(dragEdge(area, 'left', 5, 99, of).left).toBe(15)
    expect(dragEdge(area, 'right', 5, 99, of).right).toBe(5)
    expect(dragEdge(area, 'top', 99, -5, of).top).toBe(15)
    expect(dragEdge(area, 'bottom', 99, -5, of).bottom).toBe(25)
    expect(dragEdge(null, 'bottom', 0, -7, of)).toEqual({ left: 0, right: 0, top: 0, bottom: 7 })
  })

  test('a dragged area keeps its size and stays on the picture', () => {
    fc.assert(
      fc.property(fitting, move, move, ({ of, area }, dx, dy) => {
        const next = dragArea(area, dx, dy)
        expect(fits(next, of)).toBe(true)
        expect(span(next)).toEqual(span(area))
      }),
    )
  })
})

describe('fields that stand for many wireframes', () => {
  const opened = { left: '14', right: '', top: '14', bottom: '' }

  test('in fields for many wireframes only a typed margin is a change, not one left alone, restored or emptied', () => {
    expect(readMarginChange(opened, opened)).toEqual({ change: {}, problems: {} })
    expect(readMarginChange({ left: '', right: '20', top: '14', bottom: '0' }, opened).change).toEqual({ right: 20, bottom: 0 })
    expect(readMarginChange({ ...opened, right: 'x' }, opened).problems).toHaveProperty('right')
  })

  test('a change writes only its sides, and without an area the other sides become 0', () => {
    expect(marginFields({ left: 3, bottom: 0 })).toEqual({ printAreaLeft: 3, printAreaBottom: 0 })
    expect(areaWith({ left: 14, right: 14, top: 14, bottom: 14 }, { left: 3 })).toEqual({
      left: 3,
      right: 14,
      top: 14,
      bottom: 14,
    })
    expect(areaWith(null, { left: 3 })).toEqual({ left: 3, right: 0, top: 0, bottom: 0 })
  })
})
