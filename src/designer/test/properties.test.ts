/** Property tests: after any sequence of a seller's actions the document is valid and every step can be undone. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { flipLayers, markCutout, setHidden, setLocked, unmarkCutout } from '../../../design/commands/appearance'
import { layerDown, layerTo, layerToBottom, layerToTop, layerUp } from '../../../design/commands/arrange'
import { setBackground, unsetBackground } from '../../../design/commands/background'
import { addLayers, removeLayers, renameLayer } from '../../../design/commands/layers'
import { setPreview } from '../../../design/commands/settings'
import { equalDocs } from '../../../design/model/equal'
import { normalise, violations } from '../../../design/model/invariants'
import { byUuid, movable } from '../../../design/model/queries'
import type { DesignDoc } from '../../../design/model/types'
import { docOf, image, text } from '../../../design/test/make'
import { type Driver, openDesigner } from './driver'

const start = () =>
  normalise(
    docOf(image('bg', { isBackground: true }), image('a'), image('b', { left: 250, rotation: 30 }), text('t', { top: 400 })),
  )

type SellerAction = (d: Driver) => void
const name = fc.constantFrom('bg', 'a', 'b', 't', 'added-1', 'new-1', 'nobody')
const amount = fc.double({ min: -300, max: 300, noNaN: true })
const flag = fc.boolean()
let added = 0

const sellerAction: fc.Arbitrary<SellerAction> = fc.oneof(
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
        void d.dragBox({ x: 0, y: 0 }, { x, y }),
  ),
  fc.tuple(amount, amount, flag).map(
    ([dx, dy, giveUp]): SellerAction =>
      (d) =>
        d.drag(dx, dy, { cancel: giveUp }),
  ),
  amount.map(
    (degrees): SellerAction =>
      (d) =>
        d.rotate(degrees),
  ),
  fc.tuple(amount, amount).map(
    ([w, h]): SellerAction =>
      (d) =>
        d.resize(w, h),
  ),
  fc.constantFrom('w', 'a', 'e', 'r', 'ctrl+d', 'ctrl+c', 'ctrl+x', 'ctrl+a', 'Delete', 'Escape').map(
    (key): SellerAction =>
      (d) =>
        void d.key(key),
  ),
  fc.constantFrom('ctrl+g', 'ctrl+shift+g', 'alt+a', 'alt+v', 'alt+shift+h', 'ctrl+]', 'shift+h', 'ctrl+shift+l').map(
    (key): SellerAction =>
      (d) =>
        void d.key(key),
  ),
  fc.constantFrom('s', 'ArrowRight', 'e').map(
    (key): SellerAction =>
      (d) =>
        d.hold(key, 5),
  ),
  fc.constant((d: Driver) => void d.session.paste()),
  fc.constant((d: Driver) => void d.session.run(addLayers, { layers: [image(`added-${++added}`)] })),
  name.map(
    (uuid): SellerAction =>
      (d) =>
        void d.session.run(removeLayers, { uuids: [uuid] }),
  ),
  name.map(
    (uuid): SellerAction =>
      (d) =>
        void d.session.run(setBackground, { uuid }),
  ),
  fc.constant((d: Driver) => void d.session.run(unsetBackground, {})),
  fc.tuple(name, flag).map(
    ([uuid, locked]): SellerAction =>
      (d) =>
        void d.session.run(setLocked, { uuids: [uuid], locked }),
  ),
  fc.tuple(name, flag).map(
    ([uuid, hidden]): SellerAction =>
      (d) =>
        void d.session.run(setHidden, { uuids: [uuid], hidden }),
  ),
  name.map(
    (uuid): SellerAction =>
      (d) =>
        void d.session.run(flipLayers, { uuids: [uuid], axis: 'horizontal' }),
  ),
  fc.tuple(name, fc.constantFrom(layerUp, layerDown, layerToTop, layerToBottom)).map(
    ([uuid, order]): SellerAction =>
      (d) =>
        void d.session.run(order, { uuids: [uuid] }),
  ),
  fc.tuple(name, fc.integer({ min: -2, max: 9 })).map(
    ([uuid, index]): SellerAction =>
      (d) =>
        void d.session.run(layerTo, { uuid, index }),
  ),
  name.map(
    (uuid): SellerAction =>
      (d) =>
        void d.session.run(markCutout, { uuid, aiCutoutType: 'head' }),
  ),
  name.map(
    (uuid): SellerAction =>
      (d) =>
        void d.session.run(unmarkCutout, { uuid }),
  ),
  fc.tuple(name, fc.string()).map(
    ([uuid, to]): SellerAction =>
      (d) =>
        void d.session.run(renameLayer, { uuid, name: to }),
  ),
)
const travel: fc.Arbitrary<SellerAction> = fc.constantFrom<SellerAction>(
  (d) => void d.undo(),
  (d) => void d.redo(),
  (d) => d.session.jumpTo(0),
  (d) => d.session.begin('移动图层'),
  (d) => void d.session.run(setPreview, { phoneModelId: 5, materialColorId: null }),
)

/** Whether two documents differ only in row ids and the preview. */
const same = (a: DesignDoc, b: DesignDoc) => equalDocs({ ...a, previewPhoneModelId: null }, { ...b, previewPhoneModelId: null })

describe('for every series of deeds', () => {
  test('any series of actions keeps the invariants of the document and the rules of the selection', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ arbitrary: sellerAction, weight: 5 }, { arbitrary: travel, weight: 1 }), { maxLength: 40 }),
        (actions) => {
          const d = openDesigner(start())
          for (const act of actions) {
            act(d)
            const { doc, selection, history } = d.session.getState()
            expect(violations(doc)).toEqual([])
            expect(normalise(doc)).toBe(doc)
            expect(history.length).toBeLessThanOrEqual(20)
            expect(history.filter((step) => step.current)).toHaveLength(1)
            const groups = doc.layers.flatMap((layer) => layer.groupId ?? [])
            for (const groupId of groups) expect(groups.filter((other) => other === groupId).length).toBeGreaterThan(1)
            const chosen = selection.map((uuid) => byUuid(doc, uuid))
            expect(chosen.every((layer) => layer && (chosen.length === 1 || movable(layer)))).toBe(true)
          }
        },
      ),
      { numRuns: 150 },
    )
  })
  test('undoing all steps of any series leads to the start, and redoing them to the end', () => {
    // 19 actions of at most one step each fit into the 20 snapshots.
    fc.assert(
      fc.property(fc.array(sellerAction, { maxLength: 19 }), (actions) => {
        const d = openDesigner(start())
        for (const act of actions) act(d)
        const end = d.doc()
        while (d.undo()) expect(violations(d.doc())).toEqual([])
        expect(same(d.doc(), start())).toBe(true)
        expect(d.session.isDirty()).toBe(false)
        while (d.redo()) expect(violations(d.doc())).toEqual([])
        expect(d.doc()).toBe(end)
      }),
      { numRuns: 150 },
    )
  })
  test('locked and background layers stay in place under every gesture and key', () => {
    const gesture = fc.oneof(
      fc.tuple(amount, amount).map(
        ([dx, dy]): SellerAction =>
          (d) =>
            d.drag(dx, dy),
      ),
      amount.map(
        (degrees): SellerAction =>
          (d) =>
            d.rotate(degrees),
      ),
      fc.tuple(amount, amount).map(
        ([w, h]): SellerAction =>
          (d) =>
            d.resize(w, h),
      ),
      fc.constantFrom('w', 'e', 'r', 'ArrowLeft', 'ctrl+a').map(
        (key): SellerAction =>
          (d) =>
            void d.key(key),
      ),
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
    )
    fc.assert(
      fc.property(fc.array(gesture, { maxLength: 25 }), (actions) => {
        const d = openDesigner(start())
        d.session.run(setLocked, { uuids: ['a'], locked: true })
        const [background, locked] = d.doc().layers
        for (const act of actions) act(d)
        expect(d.doc().layers.slice(0, 2)).toEqual([background, locked])
      }),
    )
  })
})
