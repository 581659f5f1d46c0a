import { expect, test } from 'vitest'
import { setBackground } from '../commands/background'
import { openDesigner } from '../test/driver'
import { docOf, image } from '../test/make'
import { createLanding } from './landing'

const picture = (name: string) => ({ fileId: 1, url: `/files/${name}.png`, name: `${name}.png`, width: 40, height: 40 })

function begin() {
  const d = openDesigner(docOf(image('旧')))
  const land = createLanding(d.session)
  return {
    d,
    land: (name: string, order: number) => land(picture(name), order),
    names: () => d.doc().layers.map((layer) => layer.name),
  }
}

test('pictures lie in the order they were picked, whichever arrives first', () => {
  const { d, land, names } = begin()
  land('三', 3)
  land('一', 1)
  land('四', 4)
  land('二', 2)
  expect(names()).toEqual(['旧', '一', '二', '三', '四'])
  expect(d.session.getState().selection).toEqual([d.doc().layers[2]?.uuid])
})

test('each arrival is one step of undo', () => {
  const { d, land, names } = begin()
  land('二', 2)
  land('一', 1)
  d.undo()
  expect(names()).toEqual(['旧', '二'])
  d.redo()
  expect(names()).toEqual(['旧', '一', '二'])
  d.undo()
  d.undo()
  land('零', 0)
  expect(names()).toEqual(['旧', '零'])
})

test('a later one that was moved or made the background meanwhile is no obstacle', () => {
  const { d, land, names } = begin()
  land('二', 2)
  d.session.run(setBackground, { uuid: d.doc().layers[1]?.uuid ?? '' })
  land('一', 1)
  expect(names()).toEqual(['二', '旧', '一'])
})
