import { describe, expect, test } from 'vitest'
import type { LayerStroke } from '../../../contract/types'
import { replaceImage } from '../../../design/commands/layers'
import { transformLayers } from '../../../design/commands/transform'
import { strokeDefaults } from '../../../design/rules/stroke'
import { docOf, image, text } from '../../../design/test/make'
import {
  EmptyPictureError,
  type StrokeMaker,
  type StrokeResult,
  type StrokeSource,
  sampledSize,
} from '../../template-tools/stroke/maker'
import { openDesigner } from '../test/driver'
import { createStrokes, strokeFailed } from './strokes'

interface OutlineRequest {
  readonly source: StrokeSource
  readonly width: number
  readonly draft: boolean
  answer(made?: Partial<StrokeResult>): Promise<void>
  refuse(error: Error): Promise<void>
}

/** Lets everything that waits for an answer continue. */
const rest = () => new Promise<void>((resolve) => setImmediate(resolve))

/** Opens a design whose outlines are made when the test says so. */
function open(...layers: Parameters<typeof docOf>) {
  const d = openDesigner(docOf(...layers))
  const requests: OutlineRequest[] = []
  const shown = new Map<string, string>()
  let disposed = false
  const maker: StrokeMaker = {
    make: (source, stroke, draft) =>
      new Promise((resolve, reject) => {
        const svg = `<svg>${draft ? 'draft ' : ''}${stroke.style} ${stroke.width} round ${source.imageUrl} ${source.width}</svg>`
        requests.push({
          source,
          width: stroke.width,
          draft,
          async answer(made) {
            resolve({ svg, opaque: false, ...made })
            await rest()
          },
          async refuse(error) {
            reject(error)
            await rest()
          },
        })
      }),
    dispose() {
      disposed = true
    },
  }
  const strokes = createStrokes({
    session: d.session,
    maker,
    show: (uuid, svg) => (svg === undefined ? shown.delete(uuid) : shown.set(uuid, svg)),
  })
  const requestAt = (at: number): OutlineRequest => requests[at] ?? expect.fail(`nothing was asked for the time ${at}`)
  const steps = () => d.session.getState().history.map(({ label }) => label)
  return { d, strokes, asked: requests, asking: requestAt, shown, steps, disposed: () => disposed }
}

const wide = (width: number): LayerStroke => ({ ...strokeDefaults, width })

describe('a slider', () => {
  test('a slider shows drafts of the newest settings only and writes once when it is released', async () => {
    const { d, strokes, asked: requests, asking: requestAt, shown, steps } = open(image('a'))
    const before = d.doc()
    for (const width of [11, 12, 13, 14]) strokes.preview(['a'], wide(width))
    expect(strokes.getState().draft).toEqual({ uuids: ['a'], stroke: wide(14) })
    await requestAt(0).answer()
    // The values in between were never requested; the first answer is out of date.
    expect(requests.map(({ width }) => width)).toEqual([11, 14])
    expect(shown.get('a')).toBeUndefined()
    await requestAt(1).answer()
    expect(shown.get('a')).toContain('draft SOLID 14')
    expect(d.doc()).toBe(before)

    strokes.commitPreview(['a'])
    expect(strokes.getState().busy).toBe(true)
    await requestAt(2).answer()
    expect([requestAt(2).width, requestAt(2).draft]).toEqual([14, false])
    expect(d.layer('a')).toMatchObject({ stroke: wide(14), strokeSvgData: '<svg>SOLID 14 round /files/a.png 100</svg>' })
    expect([steps(), shown.size, strokes.getState().draft, strokes.getState().busy]).toEqual([
      ['打开模板', '描边'],
      0,
      null,
      false,
    ])
  })

  test('a slider released without having moved requests nothing', async () => {
    const { strokes, asked: requests } = open(image('a'))
    strokes.commitPreview(['a'])
    await rest()
    expect(requests).toEqual([])
  })

  test('a slider grabbed again before its outline is made yields one step for both movements', async () => {
    const { d, strokes, asking: requestAt, steps } = open(image('a'))
    strokes.apply(['a'], wide(20))
    strokes.preview(['a'], wide(21))
    await requestAt(0).answer()
    expect(d.layer('a').stroke).toBeNull()
    strokes.commitPreview(['a'])
    await requestAt(1).answer()
    await requestAt(2).answer()
    expect(d.layer('a').stroke).toEqual(wide(21))
    expect(steps()).toEqual(['打开模板', '描边'])
  })
})

describe('outlines of two layers', () => {
  test('outlines of two layers at the same time are both made', async () => {
    const { d, strokes, asking: requestAt } = open(image('a'), text('b'))
    strokes.apply(['a'], wide(20))
    strokes.apply(['b'], wide(30))
    await requestAt(0).answer()
    await requestAt(1).answer()
    expect([d.layer('a').stroke, d.layer('b').stroke]).toEqual([wide(20), wide(30)])
  })
})

describe('one outline for several layers', () => {
  test('outlines of several layers are previewed together and enter the document as one step', async () => {
    const { d, strokes, asked, asking: requestAt, shown, steps } = open(image('a'), image('b'))
    strokes.preview(['a', 'b'], wide(12))
    await requestAt(0).answer()
    await requestAt(1).answer()
    expect([...shown.keys()]).toEqual(['a', 'b'])
    strokes.commitPreview(['a', 'b'])
    await requestAt(2).answer()
    expect(d.layer('a').stroke).toBeNull()
    await requestAt(3).answer()
    expect([d.layer('a').stroke, d.layer('b').stroke]).toEqual([wide(12), wide(12)])
    expect([asked.length, steps(), shown.size, strokes.getState().draft]).toEqual([4, ['打开模板', '描边'], 0, null])
    strokes.clear(['a', 'b'])
    expect([d.layer('a').stroke, d.layer('b').stroke]).toEqual([null, null])
    d.undo()
    d.undo()
    expect([d.layer('a').stroke, d.layer('b').stroke]).toEqual([null, null])
  })

  test('a layer that fails leaves the others outlined, and only it is tried again', async () => {
    const { d, strokes, asked, asking: requestAt } = open(image('a'), image('b'))
    strokes.apply(['a', 'b'], wide(20))
    await requestAt(0).refuse(new Error('图片没有加载成功'))
    await requestAt(1).answer()
    expect([d.layer('a').stroke, d.layer('b').stroke]).toEqual([null, wide(20)])
    expect(strokes.getState().failure).toMatchObject({ uuids: ['a'], reason: '图片没有加载成功', retry: true })
    strokes.retry()
    await requestAt(2).answer()
    expect([d.layer('a').stroke, asked.length]).toEqual([wide(20), 3])
  })

  test('a newer outline of one of the layers wins, whichever is made first', async () => {
    const { d, strokes, asking: requestAt } = open(image('a'), image('b'))
    strokes.apply(['a', 'b'], wide(20))
    strokes.apply(['b'], wide(30))
    await requestAt(0).answer()
    await requestAt(1).answer()
    expect([d.layer('a').stroke, d.layer('b').stroke]).toEqual([wide(20), wide(30)])
  })
})

describe('while an outline is made', () => {
  test('a picture that is replaced while its outline is made does not get that outline', async () => {
    const { d, strokes, asking: requestAt, shown } = open(image('a'))
    strokes.apply(['a'], wide(20))
    d.session.run(replaceImage, { uuid: 'a', picture: { fileId: 2, url: '/files/n.png', name: 'n', width: 10, height: 10 } })
    await requestAt(0).answer()
    expect([d.layer('a').stroke, shown.size, strokes.getState().draft]).toEqual([null, 0, null])
  })

  test('a layer that is removed while its outline is made is ignored', async () => {
    const { d, strokes, asking: requestAt } = open(image('a'), image('b'))
    strokes.apply(['a'], wide(20))
    d.click('a')
    d.key('Delete')
    await requestAt(0).answer()
    expect(d.doc().layers.map(({ uuid }) => uuid)).toEqual(['b'])
    expect(strokes.getState().draft).toBeNull()
  })

  test('a picture that is scaled while its outline is made gets the requested line width at its new size', async () => {
    const { d, strokes, asking: requestAt } = open(image('a'))
    strokes.apply(['a'], wide(20))
    const placements = [{ uuid: 'a', left: 0, top: 0, width: 200, height: 200, rotation: 0 }]
    d.session.run(transformLayers, { placements })
    await requestAt(0).answer()
    await requestAt(1).answer()
    expect(requestAt(1).source.width).toBe(200)
    expect(d.layer('a')).toMatchObject({ stroke: wide(20), strokeSvgData: '<svg>SOLID 20 round /files/a.png 200</svg>' })
  })

  test('an outline that is made during a drag waits for the end of the drag', async () => {
    const { d, strokes, asking: requestAt, steps } = open(image('a'), image('b'))
    strokes.apply(['a'], wide(20))
    d.session.begin('移动图层')
    d.session.update(transformLayers, { placements: [{ uuid: 'b', left: 9, top: 9, width: 100, height: 100, rotation: 0 }] })
    await requestAt(0).answer()
    expect([d.session.getState().gesture, d.layer('a').stroke]).toEqual(['移动图层', null])
    d.session.commit()
    await rest()
    expect(d.layer('a').stroke).toEqual(wide(20))
    expect(steps()).toEqual(['打开模板', '移动图层', '描边'])
  })

  test('removing an outline wins over an answer that arrives later', async () => {
    const { d, strokes, asking: requestAt } = open(image('a', { stroke: wide(5), strokeSvgData: '<svg/>' }))
    strokes.apply(['a'], wide(20))
    strokes.clear(['a'])
    await requestAt(0).answer()
    expect(d.layer('a')).toMatchObject({ stroke: null, strokeSvgData: null })
    d.undo()
    expect(d.layer('a')).toMatchObject({ stroke: wide(5), strokeSvgData: '<svg/>' })
  })
})

describe('an outline that fails', () => {
  test('an outline that fails is reported with its cause, leaves the design unchanged and can be retried', async () => {
    const { d, strokes, asking: requestAt, shown } = open(image('a'))
    strokes.preview(['a'], wide(20))
    await requestAt(0).refuse(new Error('图片没有加载成功'))
    expect(strokes.getState()).toMatchObject({
      draft: null,
      busy: false,
      failure: { uuids: ['a'], stroke: wide(20), text: strokeFailed, reason: '图片没有加载成功', retry: true },
    })
    expect([d.layer('a').stroke, shown.size]).toEqual([null, 0])
    strokes.retry()
    expect(strokes.getState().failure).toBeNull()
    await requestAt(1).answer()
    expect(d.layer('a').stroke).toEqual(wide(20))
  })

  test('a fully transparent picture gets no outline, and no retry is offered', async () => {
    const { strokes, asked: requests, asking: requestAt } = open(image('a'))
    strokes.apply(['a'], wide(20))
    await requestAt(0).refuse(new EmptyPictureError())
    expect(strokes.getState().failure).toMatchObject({ text: expect.stringContaining('全透明'), reason: null, retry: false })
    strokes.retry()
    expect(requests).toHaveLength(1)
  })

  test('an outline that fails does not stop the next one', async () => {
    const { d, strokes, asking: requestAt } = open(image('a'), image('b'))
    strokes.apply(['a'], wide(20))
    strokes.apply(['b'], wide(30))
    await requestAt(0).refuse(new Error('the worker stopped'))
    await requestAt(1).answer()
    expect(d.layer('b').stroke).toEqual(wide(30))
    expect(strokes.getState().failure?.uuids).toEqual(['a'])
  })
})

test('a picture without a transparent pixel is reported as opaque', async () => {
  const { strokes, asking: requestAt } = open(image('a'))
  strokes.apply(['a'], wide(20))
  await requestAt(0).answer({ opaque: true })
  expect([...strokes.getState().opaque]).toEqual(['/files/a.png'])
})

test('a changed layer gets its outline made again, and one without outline stays without', async () => {
  const { strokes, asking: requestAt } = open(text('t'))
  const again = strokes.remake({ imageUrl: 'data:image/svg+xml,new', width: 70, height: 20, stroke: wide(3) })
  await requestAt(0).answer()
  expect(await again).toEqual({ stroke: wide(3), strokeSvgData: '<svg>SOLID 3 round data:image/svg+xml,new 70</svg>' })
  expect(await strokes.remake(text('t'))).toEqual({ stroke: null, strokeSvgData: null })
})

test('a save can wait for pending outlines, and without any it continues at once', async () => {
  const { d, strokes, asking: requestAt } = open(image('a'))
  await strokes.flush()
  strokes.preview(['a'], wide(20))
  const saved = strokes.flush().then(() => d.layer('a').stroke)
  await requestAt(0).answer()
  await requestAt(1).answer()
  expect(await saved).toEqual(wide(20))
})

test('a disposed designer stops its outline worker and writes nothing more', async () => {
  const { d, strokes, asking: requestAt, disposed } = open(image('a'))
  strokes.apply(['a'], wide(20))
  strokes.dispose()
  await requestAt(0).answer()
  expect([disposed(), d.layer('a').stroke]).toEqual([true, null])
})

describe('the size a picture is looked at with', () => {
  test('a picture is sampled at its natural size, limited to a maximum', () => {
    expect(sampledSize({ width: 100, height: 50 }, { width: 1600, height: 800 }, 2000)).toEqual({ width: 1600, height: 800 })
    expect(sampledSize({ width: 100, height: 50 }, { width: 6000, height: 3000 }, 2000)).toEqual({ width: 2000, height: 1000 })
  })

  test('a picture is sampled in its proportions on the canvas', () => {
    expect(sampledSize({ width: 100, height: 100 }, { width: 1600, height: 800 }, 1000)).toEqual({ width: 1000, height: 1000 })
    expect(sampledSize({ width: 500, height: 0.01 }, { width: 900, height: 1 }, 1000).height).toBe(1)
  })

  test('a small picture shown large is sampled larger, and similar sizes share one sampled size', () => {
    const small = { width: 64, height: 64 }
    expect(sampledSize({ width: 300, height: 300 }, small, 2000)).toEqual({ width: 1024, height: 1024 })
    expect(sampledSize({ width: 320, height: 320 }, small, 2000)).toEqual({ width: 1024, height: 1024 })
  })
})
