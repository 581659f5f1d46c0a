import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { TemplateLayer } from '../../../contract/types'
import { emptyDoc } from '../../../design/model/create'
import type { Layer } from '../../../design/model/types'
import { image } from '../../../design/test/make'
import { readBareArea } from '../../../imaging/png/bare-area'
import { Failure } from '../../kernel/failure'
import { drawDesign, drawDoc } from './draw-design'

const red = await sharp({ create: { width: 40, height: 20, channels: 4, background: '#ff0000' } })
  .png()
  .toBuffer()
const svg = (content: string) => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10">${content}</svg>`)
// 500 × 1044 canvas px at one print px each.
const print = { widthMm: 127, heightMm: 265.176, dpi: 100 }

const draw = (layers: readonly Layer[], files: Readonly<Record<string, Uint8Array>>) =>
  drawDoc({ ...emptyDoc(), layers }, { print, background: null, fileOf: ({ imageUrl }) => files[imageUrl] })

async function failureText(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => new Error('it was drawn'),
    (cause: unknown) => cause,
  )
  if (!(error instanceof Failure)) throw error
  return error.message
}

test('a turned layer is printed at its place, and a hidden one needs no picture', async () => {
  const layers = [
    image('转', { imageUrl: 'red', left: 10, top: 20, width: 40, height: 20, rotation: 90 }),
    image('藏', { imageUrl: 'gone', hidden: true }),
  ]
  const { data, width, height } = await draw(layers, { red })
  expect([width, height]).toEqual([500, 1044])
  const at = (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4)]
  // About its centre (30, 30): 20 wide and 40 high.
  expect(at(30, 12)).toEqual([255, 0, 0, 255])
  expect(at(22, 48)).toEqual([255, 0, 0, 255])
  expect(at(18, 30)[3]).toBe(0)
  expect(at(42, 30)[3]).toBe(0)
})

test('a picture of one colour keeps its edges at whole px and its colour when it is shrunk between two halvings', async () => {
  const { data, width } = await draw([image('小', { imageUrl: 'red', left: 10.3, top: 20.6, width: 14, height: 7 })], { red })
  const alpha = (x: number, y: number) => data[(y * width + x) * 4 + 3]
  expect([9, 10, 23, 24].map((x) => alpha(x, 24))).toEqual([0, 255, 255, 0])
  expect([20, 21, 27, 28].map((y) => alpha(15, y))).toEqual([0, 255, 255, 0])
})

test('every layer whose picture is missing or damaged is named', async () => {
  const layers = ['好', '丢失', '损坏', '坏图'].map((name) => image(name, { name, imageUrl: name }))
  const files = { 好: red, 损坏: Buffer.from('no picture'), 坏图: svg('<path d="M0 0H10V10Z"') }
  expect(await failureText(draw(layers, files))).toBe(
    '图片导出失败，「丢失」、「损坏」、「坏图」的图片没有加载成功，请检查网络或换一张图片后再生成印刷图',
  )
})

test('a drawing with text is refused, because it would depend on the fonts of this machine', async () => {
  const layers = [image('贴纸', { name: '贴纸', imageUrl: 'text' })]
  expect(await failureText(draw(layers, { text: svg('<text y="9">A</text>') }))).toContain('没有转曲的文字')
  const styled = svg('<style>.a{fill:#00ff00}</style><rect class="a" width="10" height="10"/>')
  const { data } = await draw(layers, { text: styled })
  expect([...data.subarray(0, 4)]).toEqual([0, 255, 0, 255])
})

test('the file says its resolution and its colours', async () => {
  const file = await drawDesign({ canvas: { width: 500, height: 1044 }, layers: [], print, pictures: new Map() })
  expect(Math.round((await sharp(file).metadata()).density ?? 0)).toBe(100)
  expect(file.subarray(33, 46).toString('latin1')).toContain('sRGB')
})

describe('the area without white ink', () => {
  const bare = { bare: true } as const
  const box = (left: number, top: number, change: Partial<Layer> = {}) =>
    image(`${left} ${top}`, { imageUrl: 'red', left, top, width: 40, height: 20, ...(change as object) })
  const areaOf = async (layers: readonly Layer[]) => {
    const { bare: area, width } = await draw(layers, { red })
    return (x: number, y: number) => area?.data[y * width + x] ?? null
  }

  test('the area is where the topmost layer is marked, and not where one without the mark covers it', async () => {
    const at = await areaOf([box(10, 20), box(10, 20, { appearance: bare }), box(30, 20)])
    expect([at(15, 30), at(40, 30), at(60, 30), at(100, 30)]).toEqual([1, 0, 0, 0])
  })

  test('a faint layer above it leaves it as it is, and a hidden one counts for nothing', async () => {
    const at = await areaOf([
      box(10, 20, { appearance: bare }),
      box(10, 20, { appearance: { opacity: 0.3 } }),
      box(10, 20, { hidden: true }),
    ])
    expect(at(20, 30)).toBe(1)
  })

  test('a marked layer that is clipped to another has it within that one alone', async () => {
    const at = await areaOf([box(10, 20), box(30, 20, { appearance: { ...bare, clipped: true } })])
    expect([at(20, 30), at(40, 30), at(60, 30)]).toEqual([0, 1, 0])
  })

  test('the PNG carries it, and a design without a marked layer has a PNG as before', async () => {
    const png = (layers: readonly Layer[]) =>
      drawDesign({
        canvas: { width: 500, height: 1044 },
        layers: layers.map((layer, index) => ({ ...layer, id: index + 1, imageFileId: 1, index }) as TemplateLayer),
        print,
        pictures: new Map(layers.map(({ uuid }) => [uuid, red])),
      })
    const area = readBareArea(await png([box(10, 20, { appearance: bare })]))
    expect(area).toMatchObject({ width: 500, height: 1044 })
    expect([area?.data[30 * 500 + 20], area?.data[30 * 500 + 60]]).toEqual([1, 0])
    const plain = await png([box(10, 20)])
    expect(plain.includes('kjNW')).toBe(false)
    expect(readBareArea(plain)).toBeNull()
  })
})
