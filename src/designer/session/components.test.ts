/** Copies of components in an open design: whatever a seller does, each stays whole, and an update shows in every step of the history. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ComponentContent, newInstance, placedBy, similarityOf } from '../../../contract/rules/component'
import { setHidden, setLocked } from '../../../design/commands/appearance'
import { layerTo } from '../../../design/commands/arrange'
import { setBackground } from '../../../design/commands/background'
import { removeLayers, renameLayer } from '../../../design/commands/layers'
import { transformLayers } from '../../../design/commands/transform'
import { normalise } from '../../../design/model/invariants'
import type { DesignDoc, Layer } from '../../../design/model/types'
import { componentText } from '../../../design/rules/component'
import { docOf, image, text } from '../../../design/test/make'
import { type Driver, openDesigner } from '../test/driver'

const mark = image('mark', { width: 120, height: 120 })
const words = text('words', { left: 130, top: 20, width: 90, height: 70, rotation: 10 })
const content: ComponentContent<Layer> = { id: 5, revision: 1, layers: [mark, words] }

function start(): DesignDoc {
  const instance = newInstance(content, { scale: 1, rotation: 0, x: 40, y: 300 }, () => 'one')
  const named = instance.map((layer) => ({ ...layer, uuid: layer.component?.layer === 'mark' ? 'a' : 'b' }))
  const single = newInstance({ ...content, id: 6, layers: [mark] }, { scale: 1, rotation: 0, x: 300, y: 700 }, () => 'c')
  return normalise(docOf(image('under'), ...named, image('over', { top: 500 }), ...single))
}

/** Fails unless each copy of the first component in the design has its layers together and lies as it is drawn. */
function expectWhole(doc: DesignDoc): void {
  const groups = new Map<string, Layer[]>()
  doc.layers.forEach((layer, index) => {
    const { component, groupId } = layer
    if (component?.id !== 5) return
    const members = groups.get(groupId ?? '') ?? []
    if (members.length > 0) expect(doc.layers[index - 1]).toBe(members[members.length - 1])
    groups.set(groupId ?? '', [...members, layer])
  })
  for (const members of groups.values()) {
    expect(members.map(({ component }) => component?.layer)).toEqual(['mark', 'words'])
    const [first, second] = members
    if (!first || !second) throw new Error('two layers expected')
    const at = similarityOf([
      [mark, first],
      [words, second],
    ])
    if (!at) throw new Error('no place')
    for (const [layer, drawn] of [
      [first, mark],
      [second, words],
    ] as const) {
      const wanted = placedBy<Layer>(drawn, at)
      expect(Math.abs(wanted.left - layer.left) + Math.abs(wanted.top - layer.top)).toBeLessThan(1 + 0.002 * doc.height)
      expect(layer.name).toBe(drawn.name)
    }
    expect([first.locked, first.hidden]).toEqual([second.locked, second.hidden])
  }
}

const name = fc.constantFrom('under', 'a', 'b', 'c', 'over', 'new-1')
const amount = fc.double({ min: -200, max: 200, noNaN: true })
type SellerAction = (d: Driver) => void
const action: fc.Arbitrary<SellerAction> = fc.oneof(
  name.map(
    (uuid): SellerAction =>
      (d) =>
        d.click(uuid),
  ),
  name.map(
    (uuid): SellerAction =>
      (d) =>
        d.shiftClick(uuid),
  ),
  fc.tuple(amount, amount).map(
    ([x, y]): SellerAction =>
      (d) =>
        d.drag(x, y),
  ),
  amount.map(
    (degrees): SellerAction =>
      (d) =>
        d.rotate(degrees),
  ),
  fc.tuple(amount, amount).map(
    ([x, y]): SellerAction =>
      (d) =>
        d.resize(x, y),
  ),
  fc
    .constantFrom('w', 'e', 'r', 'Delete', 'ctrl+d', 'ctrl+x', 'ctrl+g', 'ctrl+shift+g', 'ctrl+]', 'ctrl+[', 'alt+a', 'shift+h')
    .map(
      (key): SellerAction =>
        (d) =>
          void d.key(key),
    ),
  fc.constantFrom('ctrl+shift+l', 'ctrl+shift+h', 'alt+shift+h').map(
    (key): SellerAction =>
      (d) =>
        void d.key(key),
  ),
  fc.constant((d: Driver) => void d.session.paste()),
  fc.tuple(name, fc.integer({ min: 0, max: 6 })).map(
    ([uuid, index]): SellerAction =>
      (d) =>
        void d.session.run(layerTo, { uuid, index }),
  ),
  name.map(
    (uuid): SellerAction =>
      (d) =>
        void d.session.run(removeLayers, { uuids: [uuid] }),
  ),
  fc.tuple(name, fc.boolean()).map(
    ([uuid, locked]): SellerAction =>
      (d) =>
        void d.session.run(setLocked, { uuids: [uuid], locked }),
  ),
  fc.constant((d: Driver) => void d.undo()),
)

test('every copy of a component stays whole whatever a seller does', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 14 }), (actions) => {
      const d = openDesigner(start())
      for (const act of actions) {
        act(d)
        // Copies are named apart in a list, and the next change of the component names them anew.
        expectWhole({
          ...d.doc(),
          layers: d.doc().layers.map((layer) => ({ ...layer, name: layer.component ? layer.component.layer : '' })),
        })
      }
    }),
  )
})

test('a change of one layer of a copy alone is refused with the way out', () => {
  const one = (run: (d: Driver) => void) => {
    const d = openDesigner(start())
    run(d)
    expect([d.notice(), d.doc()]).toEqual([componentText.together, normalise(start())])
  }
  one((d) => d.session.run(renameLayer, { uuid: 'a', name: '别的' }))
  one((d) => d.session.run(setHidden, { uuids: ['a'], hidden: true }))
  one((d) => d.session.run(removeLayers, { uuids: ['b'] }))
  one((d) => d.session.run(setBackground, { uuid: 'c' }))
  one((d) => {
    const { left, top, width, height } = d.layer('b')
    d.session.run(transformLayers, { placements: [{ uuid: 'b', left: left + 5, top, width, height, rotation: 10 }] })
  })
  one((d) => {
    const { left, top, width, height } = d.layer('c')
    d.session.run(transformLayers, { placements: [{ uuid: 'c', left, top, width: width * 2, height, rotation: 0 }] })
  })
})

test('a click selects the whole copy, which keeps its proportions when a side is dragged', () => {
  const d = openDesigner(start())
  d.click('b')
  expect(d.selection()).toEqual(['a', 'b'])
  d.drag(30, 40)
  expect([d.layer('a').left, d.layer('b').left]).toEqual([70, 200])
  d.click('c')
  d.resize(240, 130)
  expect([d.layer('c').width, d.layer('c').height]).toEqual([240, 240])
})

test('a new content shows in every step of the history and is nothing to save', () => {
  const d = openDesigner(start())
  d.click('a')
  d.drag(100, 0)
  d.undo()
  const seal = image('seal', { left: 300, width: 20, height: 20 })
  d.session.showContent({ from: content, to: { ...content, revision: 2, layers: [mark, seal] } })
  expect(d.session.isDirty()).toBe(false)
  expect(d.doc().layers.map(({ component }) => component?.layer)).toEqual([undefined, 'mark', 'seal', undefined, 'mark'])
  const seals = () => d.doc().layers.filter((layer) => layer.component?.layer === 'seal')
  expect(seals()).toMatchObject([{ left: 340, top: 300 }])
  const [before] = seals()
  d.redo()
  expect(seals()).toMatchObject([{ left: d.layer('a').left + 300, top: 300, uuid: before?.uuid }])
})

test('a copy that is pasted into the design of an order is an ordinary group', () => {
  const d = openDesigner(start(), { subject: 'customization' })
  d.click('a')
  d.key('ctrl+c')
  d.session.paste()
  expect(
    d
      .doc()
      .layers.slice(-2)
      .map(({ component, groupId }) => [component, groupId !== null]),
  ).toEqual([
    [null, true],
    [null, true],
  ])
})
