import { describe, expect, test } from 'vitest'
import { oddPsd } from '../../fixtures/odd-files/psd-writer'
import { legacyName } from './legacy-name'
import { openBlob } from './test/psd-files'

const bytes = (hex: string): number[] => hex.split(' ').map((pair) => Number.parseInt(pair, 16))

/** Names as programs without Unicode write them, by the encoding of their machine: a new one is one line. */
const names: readonly (readonly [encoding: string, hex: string, name: string])[] = [
  ['ASCII', '4C 61 79 65 72 20 31', 'Layer 1'],
  ['UTF-8', 'E5 9C 86 E8 A7 92 20 31', '圆角 1'],
  ['UTF-8', 'C3 89 62 61 75 63 68 65', 'Ébauche'],
  ['GBK', 'D4 B2 BD C7 BE D8 D0 CE 20 31', '圆角矩形 1'],
  ['GBK', 'CD BC B2 E3 20 31 20 BF BD B1 B4', '图层 1 拷贝'],
  ['GBK', 'B1 B3 BE B0', '背景'],
  ['GBK', 'D7 E9 20 31', '组 1'],
  ['GBK with letters of its second half', '86 B4 86 B4 B5 C4 CD BC', '喆喆的图'],
  ['GBK in brackets', '4C 4F 47 4F A3 A8 B0 D7 C9 AB A3 A9', 'LOGO（白色）'],
  ['Shift-JIS', '83 8C 83 43 83 84 81 5B 20 31', 'レイヤー 1'],
  ['Shift-JIS', '94 77 8C 69', '背景'],
  ['Shift-JIS', '94 77 8C 69 20 82 CC 83 52 83 73 81 5B', '背景 のコピー'],
  ['Shift-JIS', '83 4F 83 8B 81 5B 83 76 20 31', 'グループ 1'],
  ['Big5', 'B9 CF BC 68 20 31', '圖層 1'],
  ['Big5', 'AD 49 B4 BA', '背景'],
  ['Mac OS', '48 69 6E 74 65 72 67 72 9F 6E 64 65', 'Hintergründe'],
  ['Mac OS', '43 61 6C 71 75 65 20 67 8E 6E 8E 72 61 6C', 'Calque général'],
  ['Mac OS', '83 62 61 75 63 68 65', 'Ébauche'],
  ['Mac OS', '63 72 8E 8E 65', 'créée'],
  ['Windows', '46 6F 6E 64 20 E9 74 E9', 'Fond été'],
]

describe('names without Unicode', () => {
  test.each(names)('a name in %s is read: %s', (_, hex, name) => {
    expect(legacyName(Uint8Array.from(bytes(hex)))).toBe(name)
  })

  test('a letter that the longest name cuts in two is left out', () => {
    expect(
      legacyName(
        Uint8Array.from([
          ...bytes('D4 B2 BD C7 BE D8 D0 CE D4 B2 BD C7 BE D8 D0 CE D4 B2 BD C7 BE D8 D0 CE D4 B2 BD C7 BE D8 D0'),
        ]),
      ),
    ).toBe('圆角矩形圆角矩形圆角矩形圆角矩')
  })

  test('layers and groups without a Unicode name have their legacy one, and a Unicode name wins', async () => {
    const plane = [0, 0]
    const planes = [plane, plane, plane]
    const file = { width: 2, height: 1, mode: 3, depth: 8, merged: planes } as const
    const gbk = bytes('D4 B2 BD C7 BE D8 D0 CE 20 31')
    const psd = await openBlob(
      oddPsd({
        ...file,
        layers: [
          { legacyName: gbk, planes },
          { legacyName: bytes('D7 E9 20 31'), children: [{ name: '有名字', planes }] },
        ],
      }),
    )
    expect(psd.summary.reports.canvas?.flatten.map(({ name }) => name)).toEqual(['组 1', '有名字', '圆角矩形 1'])
  })
})
