import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type JigSlot, readJig } from './read-jig'
import { writeJig } from './write-jig'

const svg = (inner: string, root = 'width="200mm" height="100mm" viewBox="0 0 200 100"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" ${root}>${inner}</svg>`
const slot = (xMm: number, yMm: number, widthMm: number, heightMm: number, change: Partial<JigSlot> = {}): JigSlot => ({
  ...{ key: 'S1', xMm, yMm, widthMm, heightMm, turn: 0 },
  ...change,
})
const usual = slot(10, 20, 30, 40)

describe('a slot is found, whichever way a program writes it', () => {
  test.each([
    ['as a rectangle', svg('<rect id="S1" x="10" y="20" width="30" height="40"/>'), usual],
    ['in small letters', svg('<rect id="s01" x="10" y="20" width="30" height="40"/>'), usual],
    ['as a path of relative lines', svg('<path id="S1" d="m10 20h30v40h-30z"/>'), usual],
    [
      'as a path with round corners',
      svg('<path id="S1" d="M15 20H35a5 5 0 0 1 5 5V55a5 5 0 0 1 -5 5H15a5 5 0 0 1 -5 -5V25a5 5 0 0 1 5 -5z"/>'),
      usual,
    ],
    ['as a curve that reaches beyond its ends', svg('<path id="S1" d="M10 60C10 6.667 40 6.667 40 60z"/>'), slot(10, 20, 30, 40)],
    ['as a polygon', svg('<polygon id="S1" points="10,20 40,20 40,60 10,60 "/>'), usual],
    ['as an ellipse', svg('<ellipse id="S1" cx="25" cy="40" rx="15" ry="20"/>'), usual],
    ['as a circle', svg('<circle id="S1" cx="25" cy="35" r="15"/>'), slot(10, 20, 30, 30)],
    ['as a group', svg('<g id="S1"><rect x="10" y="20" width="10" height="10"/><circle cx="35" cy="55" r="5"/></g>'), usual],
    [
      'moved, in groups',
      svg('<g transform="translate(4)"><g transform="translate(6,20)"><rect id="S1" width="30" height="40"/></g></g>'),
      usual,
    ],
    ['scaled', svg('<rect id="S1" x="1" y="2" width="3" height="4" transform="scale(10)"/>'), usual],
    ['by a matrix', svg('<rect id="S1" width="60" height="20" transform="matrix(.5 0 0 2 10 20)"/>'), usual],
    [
      'turned',
      svg('<rect id="S1" x="0" y="0" width="40" height="30" transform="translate(40 20) rotate(90)"/>'),
      slot(10, 20, 40, 30, { turn: 90 }),
    ],
    [
      'turned around a point',
      svg('<rect id="S1" x="10" y="20" width="30" height="40" transform="rotate(180 25 40)"/>'),
      slot(10, 20, 30, 40, { turn: 180 }),
    ],
    [
      'turned back by a matrix',
      svg('<rect id="S1" width="40" height="30" transform="matrix(0 -1 1 0 10 60)"/>'),
      slot(10, 20, 40, 30, { turn: 270 }),
    ],
    [
      'turned inside of its group',
      svg('<g id="S1"><rect width="40" height="30" transform="matrix(0 -1 1 0 10 60)"/></g>'),
      slot(10, 20, 40, 30, { turn: 270 }),
    ],
    ['used', svg('<defs><rect id="case" width="30" height="40"/></defs><use id="S1" xlink:href="#case" x="10" y="20"/>'), usual],
    [
      'used from a symbol',
      svg(
        '<symbol id="case" viewBox="0 0 3 4"><rect width="3" height="4"/></symbol><use id="S1" href="#case" x="10" y="20" width="30" height="40"/>',
      ),
      usual,
    ],
    ['by Illustrator, escaped', svg('<rect id="_x53_1" x="10" y="20" width="30" height="40"/>'), usual],
    ['by Illustrator, numbered', svg('<rect id="S1_1_" x="10" y="20" width="30" height="40"/>'), usual],
    [
      'by Illustrator, under its other name',
      svg('<rect id="rect-7" data-name="S1" x="10" y="20" width="30" height="40"/>'),
      usual,
    ],
    ['by Inkscape', svg('<rect id="rect815" inkscape:label="S1" x="10" y="20" width="30" height="40"/>'), usual],
    [
      'with its name at the group and at the shape',
      svg('<g id="S1"><rect data-name="S1" x="10" y="20" width="30" height="40"/></g>'),
      usual,
    ],
    [
      'with lengths in units',
      svg('<rect id="S1" x="1cm" y="20mm" width="30mm" height="4cm"/>', 'width="200mm" height="100mm"'),
      usual,
    ],
    [
      'on a board in centimetres',
      svg('<rect id="S1" x="10" y="20" width="30" height="40"/>', 'width="20cm" height="10cm" viewBox="0 0 200 100"'),
      usual,
    ],
    [
      'on a board in inches',
      svg('<rect id="S1" x="1" y="2" width="3" height="4"/>', 'width="10in" height="10in" viewBox="0 0 10 10"'),
      slot(25.4, 50.8, 76.2, 101.6),
    ],
    [
      'on a board that begins elsewhere',
      svg('<rect id="S1" x="110" y="220" width="30" height="40"/>', 'width="200mm" height="100mm" viewBox="100 200 200 100"'),
      usual,
    ],
    [
      'under a prefix',
      '<s:svg xmlns:s="http://www.w3.org/2000/svg" width="200mm" height="100mm" viewBox="0 0 200 100"><s:rect id="S1" x="10" y="20" width="30" height="40"/></s:svg>',
      usual,
    ],
    [
      'with the entities of Illustrator',
      `<!DOCTYPE svg [<!ENTITY ns_svg "http://www.w3.org/2000/svg">]><svg xmlns="&ns_svg;" width="200mm" height="100mm" viewBox="0 0 200 100"><rect id="S1" x="10" y="20" width="30" height="40"/></svg>`,
      usual,
    ],
    ['with a mark of its byte order', `\ufeff${svg('<rect id="S1" x="10" y="20" width="30" height="40"/>')}`, usual],
  ])('%s', (_, file, expected) => {
    const { slots, problems } = readJig(file)
    expect(slots).toEqual([expected])
    expect(problems).toEqual([])
  })

  test.each([
    [
      'hidden',
      '<g style="fill:none; display: none"><rect id="S1" width="9" height="9"/></g><rect id="S2" display="none" width="9" height="9"/>',
    ],
    [
      'only defined',
      '<defs><rect id="S1" width="9" height="9"/></defs><clipPath><rect id="S2" width="9" height="9"/></clipPath>',
    ],
    [
      'named otherwise',
      '<rect id="S1a" width="9" height="9"/><rect id="slot1" width="9" height="9"/><rect id="S0" width="9" height="9"/>',
    ],
  ])('but not what is %s', (_, inner) => {
    expect(readJig(svg(inner))).toMatchObject({ slots: [], problems: [expect.stringContaining('没有找到工位')] })
  })
})

describe('the size of the jig', () => {
  test('the size of the artboard in mm is taken', () => {
    expect(readJig(svg(''))).toMatchObject({ widthMm: 200, heightMm: 100 })
  })
  test('px are points in files of Illustrator and px of CSS in others, and the seller is asked to check them', () => {
    const file = svg('<rect id="S1" x="72" y="0" width="36" height="36"/>', 'width="144" height="72" viewBox="0 0 144 72"')
    expect(readJig(`<!-- Generator: Adobe Illustrator 27.0 -->${file}`)).toMatchObject({
      ...{ widthMm: 50.8, heightMm: 25.4, slots: [slot(25.4, 0, 12.7, 12.7)] },
      problems: [expect.stringContaining('50.8 × 25.4 毫米，请核对')],
    })
    expect(readJig(file)).toMatchObject({ widthMm: 38.1, slots: [slot(19.05, 0, 9.525, 9.525)] })
  })
  test('a file without a size is refused', () => {
    expect(() => readJig('<svg xmlns="http://www.w3.org/2000/svg"/>')).toThrow('没有写画板的宽和高')
  })
})

describe('the boxes of pictures', () => {
  const s = (at: number, x: number) => `<rect id="S${at}" x="${x}" y="10" width="40" height="60"/>`
  const p = (at: number, x: number) => `<rect id="P${at}" x="${x}" y="12" width="36" height="56"/>`
  test('belong to the slots of their numbers, and slots come in the order of theirs', () => {
    const { slots, problems } = readJig(svg(`${s(10, 110)}${s(2, 10)}${p(2, 12)}`))
    expect(slots).toEqual([slot(12, 12, 36, 56, { key: 'S2' }), slot(110, 10, 40, 60, { key: 'S10' })])
    expect(problems).toEqual([])
  })
  test('belong to the slot in which they lie where no number tells', () => {
    const { slots, problems } = readJig(svg(`${s(1, 10)}${s(2, 110)}${p(7, 112)}`))
    expect(slots[1]).toMatchObject({ key: 'S2', xMm: 112 })
    expect(problems).toEqual([])
  })
})

test.each([
  [
    'two of one name',
    '<rect id="S1" width="9" height="9"/><rect id="S1_1_" x="20" width="9" height="9"/>',
    '有两个形状都叫 S1，只用了第一个',
  ],
  ['a slot beyond the jig', '<rect id="S1" x="195" width="9" height="9"/>', '工位 S1 超出了画板'],
  ['slots that overlap', '<rect id="S1" width="9" height="9"/><rect id="S2" x="8" width="9" height="9"/>', '工位 S1 和 S2 重叠'],
  ['a picture beyond its slot', '<rect id="S1" width="9" height="9"/><rect id="P1" width="10" height="9"/>', 'P1 超出了工位 S1'],
  [
    'a picture without a slot',
    '<rect id="S1" width="9" height="9"/><rect id="P2" x="50" width="9" height="9"/>',
    'P2 没有对应的工位 S2，已忽略',
  ],
  [
    'a slot that is a line',
    '<rect id="S1" width="9" height="9"/><path id="S2" d="M20 0H40"/>',
    'S2 不是有面积的封闭形状，已忽略',
  ],
  [
    'a slot at an angle',
    '<rect id="S1" x="40" y="40" width="20" height="20" transform="rotate(30 50 50)"/>',
    'S1 是斜的，按它的外框摆放，请核对',
  ],
])('the seller is told of %s', (_, inner, problem) => {
  const { slots, problems } = readJig(svg(inner))
  expect(slots[0]?.key).toBe('S1')
  expect(problems).toEqual([problem])
})

describe('a file is refused in words', () => {
  const bomb = `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${svg('<text>&b;</text>')}`
  const outside = `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${svg('<text>&a;</text>')}`
  const uses = Array.from({ length: 30 }, (_, at) => `<g id="u${at + 1}"><use href="#u${at}"/><use href="#u${at}"/></g>`)
  test.each([
    ['that grows by its entities', bomb, '实体声明'],
    ['that reads other files', outside, '实体声明'],
    ['that grows by its uses', svg(`<g id="u0"><rect width="1" height="1"/></g>${uses.join('')}`), '过于复杂'],
    ['that is deep', svg(`${'<g>'.repeat(400)}${'</g>'.repeat(400)}`), '过于复杂'],
    ['that is large', svg(' '.repeat(6_000_000)), '超过'],
    ['that ends early', svg('<rect').slice(0, -8), '不是完整的 SVG'],
    ['that is a page', '<html><body/></html>', '不是 SVG'],
    ['whose transform is none', svg('<rect id="S1" width="9" height="9" transform="wobble(3)"/>'), '无法读取的变换'],
  ])('%s', (_, file, words) => {
    expect(() => readJig(file)).toThrow(words)
  })
  test('a shape that uses itself is read once', () => {
    expect(readJig(svg('<g id="a"><use href="#a"/><rect id="S1" width="9" height="9"/></g>')).slots).toHaveLength(1)
  })
})

test('a jig that is written is read again as it was', () => {
  const tenths = (least: number, most: number) => fc.integer({ min: least * 10, max: most * 10 }).map((value) => value / 10)
  const slots = fc.array(fc.record({ width: tenths(5, 60), height: tenths(5, 60), turn: fc.constantFrom(0, 90, 180, 270) }), {
    minLength: 1,
    maxLength: 12,
  })
  fc.assert(
    fc.property(slots, (sizes) => {
      const jig = {
        ...{ widthMm: 1000, heightMm: 70 },
        slots: sizes.map(({ width, height, turn }, at) =>
          slot(at * 65 + 1, 2.5, width, height, { key: `S${at + 1}`, turn: turn as JigSlot['turn'] }),
        ),
      }
      expect(readJig(writeJig(jig))).toEqual({ ...jig, problems: [] })
    }),
  )
})
