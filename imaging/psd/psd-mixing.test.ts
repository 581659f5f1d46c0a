/** Layers that Photoshop mixes otherwise than a design does: as light, by the curve of a profile, as inks, or as Lab. */
import { expect, test } from 'vitest'
import { type OddFile, type OddLayer, oddPsd, text, u32 } from '../../fixtures/odd-files/psd-writer'
import { shownPicture } from './test/drawn'
import { linearGray, wideRgb } from './test/icc-profiles'
import { openBlob } from './test/psd-files'

const size = 10
const plane = (value: number): number[] => new Array(size * size).fill(value)
const soft = plane(0).map((_, at) => (at % size) * 25)
/** Hardly any px of it are soft, as of an antialiased edge. */
const hard = plane(0).map((_, at) => (at % size < 5 ? 0 : 255))

type Settings = Pick<OddFile, 'mode' | 'depth' | 'icc'>
const spaces = {
  'RGB 8': { mode: 3, depth: 8 },
  'RGB 8 of the gamma 2.2': { mode: 3, depth: 8, icc: wideRgb() },
  'gray 8 of light': { mode: 1, depth: 8, icc: linearGray() },
  'RGB 32': { mode: 3, depth: 32 },
  'CMYK 8': { mode: 4, depth: 8 },
  'Lab 8': { mode: 9, depth: 8 },
} satisfies Readonly<Record<string, Settings>>

/** Which spaces are said to differ for a layer on a picture. */
async function said(layers: (of: (value: number) => readonly number[][]) => readonly OddLayer[]): Promise<string[]> {
  const names: string[] = []
  for (const [name, settings] of Object.entries(spaces)) {
    const count = settings.mode === 1 ? 1 : settings.mode === 4 ? 4 : 3
    const of = (value: number) => new Array(count).fill(plane(value))
    const file = {
      width: size,
      height: size,
      ...settings,
      layers: [{ name: '底', planes: of(30) }, ...layers(of)],
      merged: of(30),
    }
    const { isClean } = await shownPicture(await openBlob(oddPsd(file)), 'canvas', 'flatten')
    if (!isClean) names.push(name)
  }
  return names
}

const others = ['gray 8 of light', 'RGB 32', 'CMYK 8', 'Lab 8']

test.each<[string, (of: (value: number) => readonly number[][]) => readonly OddLayer[], readonly string[]]>([
  ['with hard edges', (of) => [{ planes: of(220), alpha: hard }], []],
  ['with soft edges', (of) => [{ planes: of(220), alpha: soft }], others],
  ['with a soft mask', (of) => [{ planes: of(220), mask: soft }], others],
  ['at half opacity', (of) => [{ planes: of(220), opacity: 128 }], others],
  ['hidden with soft edges', (of) => [{ planes: of(220), alpha: soft, mask: plane(0) }], []],
  // One picture of the file's own values is exact; Lab is mixed in no such picture.
  [
    'with soft edges below one that multiplies',
    (of) => [
      { planes: of(220), alpha: soft },
      { planes: of(90), blend: 'mul ' },
    ],
    ['Lab 8'],
  ],
  [
    'with soft edges in a group on a picture',
    (of) => [{ children: [{ planes: of(60) }, { planes: of(220), alpha: soft }] }],
    ['Lab 8'],
  ],
])('a layer %s is said to look different only where a design mixes it otherwise', async (_, layers, expected) => {
  expect(await said(layers)).toEqual(expected)
})

/** A filling with a red, as a descriptor (Adobe Photoshop File Formats Specification, "Descriptor structure"). */
const redFilling = (): number[] => {
  const double = (value: number) => [...new Uint8Array(new Float64Array([value]).buffer)].reverse()
  const key = (name: string) => [...u32(0), ...text(name)]
  const channels = ['Rd  ', 'Grn ', 'Bl  '].flatMap((name, at) => [...key(name), ...text('doub'), ...double(at === 0 ? 200 : 20)])
  return [
    ...u32(16),
    ...[...u32(0), ...key('null'), ...u32(1)],
    ...[...key('Clr '), ...text('Objc'), ...u32(0), ...key('RGBC'), ...u32(3), ...channels],
  ]
}

test('layers that multiply on a filling are said where the filling has no inks', async () => {
  const filling: OddLayer = { withoutPixels: true, blocks: [['SoCo', redFilling()]] }
  expect(await said(() => [filling])).toEqual([])
  expect(await said((of) => [filling, { planes: of(90), blend: 'mul ' }])).toEqual(['CMYK 8', 'Lab 8'])
})
