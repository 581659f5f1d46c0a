import { describe, expect, test } from 'vitest'
import { type ComponentContent, newInstance } from '../../contract/rules/component'
import { flipLayers } from '../commands/appearance'
import { applyCommand } from '../commands/apply'
import { layerTo, layerToBottom, layerToTop, layerUp } from '../commands/arrange'
import { detachComponent, linkComponent } from '../commands/component'
import { groupLayers, ungroupLayers } from '../commands/group'
import { normalise } from '../model/invariants'
import type { DesignDoc, Layer } from '../model/types'
import { docOf, image, text, uuidsOf } from '../test/make'
import { chosenInstance, storedChanges, withContent } from './component'
import { relayout } from './relayout'
import { selectionOf } from './selection'

const mark = image('mark', { width: 80, height: 80 })
const words = text('words', { left: 90, width: 60, height: 30 })
const first: ComponentContent<Layer> = { id: 5, revision: 1, layers: [mark, words] }

/** Returns the layers of a copy, named `copy.mark` and `copy.words` in the group `copy`. */
function copyAt(name: string, content: ComponentContent<Layer>, x: number, y: number, scale = 1): readonly Layer[] {
  return newInstance(content, { scale, rotation: 0, x, y }, () => name).map((layer) => ({
    ...layer,
    uuid: `${name}.${layer.component?.layer}`,
  }))
}
const start = (): DesignDoc => normalise(docOf(image('under'), ...copyAt('one', first, 20, 300), image('over')))
const run = <A>(doc: DesignDoc, command: Parameters<typeof applyCommand<A>>[1], args: A): DesignDoc => {
  const outcome = applyCommand(doc, command, args)
  if (!outcome.ok) throw new Error(outcome.message)
  return outcome.doc
}

describe('the order of layers', () => {
  test('a layer passes a copy of a component as one step, and a copy passes a layer whole', () => {
    expect(uuidsOf(run(start(), layerUp, { uuids: ['under'] }))).toEqual(['one.mark', 'one.words', 'under', 'over'])
    expect(uuidsOf(run(start(), layerUp, { uuids: ['one.mark'] }))).toEqual(['under', 'over', 'one.mark', 'one.words'])
    expect(uuidsOf(run(start(), layerToTop, { uuids: ['one.mark', 'one.words'] }))).toEqual([
      ...['under', 'over', 'one.mark', 'one.words'],
    ])
    expect(uuidsOf(run(start(), layerToBottom, { uuids: ['over'] }))).toEqual(['over', 'under', 'one.mark', 'one.words'])
  })
  test('a layer that is dropped between the layers of a copy goes to the nearer side, and a dragged layer of one takes all along', () => {
    expect(uuidsOf(run(start(), layerTo, { uuid: 'under', index: 1 }))).toEqual(['one.mark', 'one.words', 'under', 'over'])
    expect(uuidsOf(run(start(), layerTo, { uuid: 'one.words', index: 0 }))).toEqual(['one.mark', 'one.words', 'under', 'over'])
    expect(uuidsOf(run(start(), layerTo, { uuid: 'one.mark', index: 3 }))).toEqual(['under', 'over', 'one.mark', 'one.words'])
  })
})

test('a selection has a copy whole, also a locked one', () => {
  expect(selectionOf(start(), ['one.words'])).toEqual(['one.mark', 'one.words'])
  const locked = { ...start(), layers: start().layers.map((layer) => ({ ...layer, locked: true })) }
  expect(selectionOf(locked, ['one.words'])).toEqual(['one.mark', 'one.words'])
})

test('a copy can be grouped with nothing and is taken apart only by detaching, after which it is a group', () => {
  expect(applyCommand(start(), groupLayers, { uuids: ['one.mark', 'one.words', 'over'], groupId: 'g' })).toMatchObject({
    ok: false,
  })
  expect(applyCommand(start(), ungroupLayers, { uuids: ['one.mark'] })).toMatchObject({ ok: false })
  const doc = run(start(), detachComponent, { uuids: ['one.mark'] })
  expect(doc.layers.map(({ component, groupId }) => [component, groupId])).toEqual([
    ...[
      [null, null],
      [null, 'one'],
      [null, 'one'],
      [null, null],
    ],
  ])
  expect(uuidsOf(run(doc, ungroupLayers, { uuids: ['one.mark'] }))).toEqual(uuidsOf(doc))
})

test('layers of which a component was made become a copy of it beside one another', () => {
  const doc = docOf(mark, image('between'), words)
  const linked = run(doc, linkComponent, { uuids: ['mark', 'words'], id: 5, groupId: 'g' })
  expect(uuidsOf(linked)).toEqual(['between', 'mark', 'words'])
  expect(chosenInstance(linked.layers.slice(1))).toMatchObject({ id: 5, revision: 1, key: 'g' })
  const single = run(docOf(mark, words), linkComponent, { uuids: ['mark'], id: 5, groupId: 'g' })
  expect(chosenInstance(single.layers.slice(0, 1))).toMatchObject({ id: 5, key: 'mark' })
})

test('another canvas size moves a copy as one, so that its component can still be changed in it', () => {
  const doc = relayout(start(), { width: 900, height: 1500 })
  const second = { ...first, revision: 2, layers: [mark, { ...words, left: 90, top: 50 }] }
  const changed = withContent(doc, { from: first, to: second }, (key) => key)
  expect(changed.layers[1]).toEqual({ ...doc.layers[1], component: { id: 5, revision: 2, layer: 'mark' } })
  const scale = (doc.layers[1]?.width ?? 0) / mark.width
  expect((changed.layers[2]?.top ?? 0) - (doc.layers[2]?.top ?? 0)).toBeCloseTo(50 * scale, 2)
})

test('the way a stored design differs from the sent one is shown in all its copies, with the uuids of the stored one', () => {
  const sent = normalise(docOf(...copyAt('one', first, 20, 30), ...copyAt('two', first, 200, 30, 2)))
  const seal = image('seal', { left: 160, width: 20, height: 20 })
  const second = { id: 5, revision: 2, layers: [mark, seal] }
  const stored = withContent(sent, { from: first, to: second }, (key) => `stored ${key}`)
  const { changes, uuids } = storedChanges(sent, stored)
  expect(changes).toHaveLength(1)
  const shown = changes.reduce((doc, change) => withContent(doc, change, (key) => uuids.get(key) ?? 'new'), sent)
  expect(shown.layers.map(({ uuid, left, top, width }) => [uuid, left, top, width])).toEqual(
    stored.layers.map(({ uuid, left, top, width }) => [uuid, left, top, width]),
  )
  expect(storedChanges(sent, sent).changes).toEqual([])
})

describe('a mirrored copy', () => {
  const own = new Set(['one.mark', 'one.words'])
  const shown = (doc: DesignDoc) =>
    doc.layers
      .filter(({ uuid }) => own.has(uuid))
      .map(({ left, top, rotation, horizontalFlip }) => [left, top, rotation, horizontalFlip])
  const flip = (doc: DesignDoc, axis: 'horizontal' | 'vertical') => run(doc, flipLayers, { uuids: [...own], axis })

  test('a copy is mirrored as one about its middle, and a second time back', () => {
    const doc = start()
    const mirrored = flip(doc, 'horizontal')
    expect(shown(mirrored)).toEqual([
      [90, 300, 0, true],
      [20, 300, 0, true],
    ])
    expect(shown(flip(mirrored, 'horizontal'))).toEqual(shown(doc))
    expect(shown(flip(doc, 'vertical'))).toEqual([
      [20, 300, 180, true],
      [110, 350, 180, true],
    ])
    expect(shown(flip(flip(doc, 'vertical'), 'vertical'))).toEqual(shown(doc))
  })

  test('a mirrored copy shows a change of its component mirrored, and is no copy that a layer leaves alone', () => {
    const mirrored = flip(start(), 'horizontal')
    const second = { ...first, revision: 2, layers: [mark, { ...words, left: 100, rotation: 30 }] }
    const changed = withContent(mirrored, { from: first, to: second }, (key) => key)
    expect(shown(changed)).toEqual([
      [90, 300, 0, true],
      [10, 300, -30, true],
    ])
    expect(applyCommand(mirrored, flipLayers, { uuids: ['one.mark'], axis: 'horizontal' })).toMatchObject({ ok: false })
  })
})
