import { expect, test } from 'vitest'
import { setLocked } from '../../../design/commands/appearance'
import { setBackground } from '../../../design/commands/background'
import { docOf, image } from '../../../design/test/make'
import { openDesigner } from '../test/driver'
import { createAddUpload } from './add-upload'
import type { UploadTarget } from './upload-queue'

const picture = (name: string) => ({ fileId: 1, url: `/files/${name}.png`, name: `${name}.png`, width: 40, height: 40 })

function begin() {
  const d = openDesigner(docOf(image('旧')))
  const land = createAddUpload(d.session, async ({ stroke }) => ({ stroke, strokeSvgData: '<svg>anew</svg>' }))
  return {
    d,
    land: (name: string, order: number, target: UploadTarget = {}) => land(picture(name), order, target),
    names: () => d.doc().layers.map((layer) => layer.name),
  }
}

test('uploaded pictures are ordered as they were picked, whichever arrives first', async () => {
  const { d, land, names } = begin()
  await land('三', 3)
  await land('一', 1)
  await land('四', 4)
  await land('二', 2)
  expect(names()).toEqual(['旧', '一', '二', '三', '四'])
  expect(d.session.getState().selection).toEqual([d.doc().layers[2]?.uuid])
})

test('each uploaded picture is one undo step', async () => {
  const { d, land, names } = begin()
  await land('二', 2)
  await land('一', 1)
  d.undo()
  expect(names()).toEqual(['旧', '二'])
  d.redo()
  expect(names()).toEqual(['旧', '一', '二'])
  d.undo()
  d.undo()
  await land('零', 0)
  expect(names()).toEqual(['旧', '零'])
})

test('a picture is placed although one picked later was moved or made the background meanwhile', async () => {
  const { d, land, names } = begin()
  await land('二', 2)
  d.session.run(setBackground, { uuid: d.doc().layers[1]?.uuid ?? '' })
  await land('一', 1)
  expect(names()).toEqual(['二', '旧', '一'])
})

test('a picture dropped on the canvas is centred at the pointer', async () => {
  const { d, land } = begin()
  await land('一', 1, { centre: { x: 120, y: 300 } })
  const layer = d.doc().layers[1]
  expect([layer && layer.left + layer.width / 2, layer && layer.top + layer.height / 2]).toEqual([120, 300])
})

test('a replacing picture takes the position, order and outline of the previous one', async () => {
  const stroke = { color: '#ff0000', width: 4, style: 'SOLID', opacity: 100, offset: 3 } as const
  const d = openDesigner(
    docOf(image('a', { left: 30, top: 40, width: 80, height: 80, stroke, strokeSvgData: '<svg>' }), image('b')),
  )
  const land = createAddUpload(d.session, async (of) => ({ stroke: of.stroke, strokeSvgData: `<svg>${of.imageUrl}</svg>` }))
  expect(await land(picture('新'), 1, { replaces: 'a' })).toBeNull()
  expect(d.doc().layers.map((layer) => layer.uuid)).toEqual(['a', 'b'])
  expect(d.layer('a')).toMatchObject({ left: 30, top: 40, width: 80, imageUrl: '/files/新.png', stroke })
  expect(d.layer('a').strokeSvgData).toBe('<svg>/files/新.png</svg>')
  d.undo()
  expect(d.layer('a').imageUrl).toBe('/files/a.png')
  d.session.run(setLocked, { uuids: ['a'], locked: true })
  expect(await land(picture('新'), 2, { replaces: 'a' })).toBe('图层已锁定，请先解锁')
})
