import { describe, expect, test } from 'vitest'
import { setLocked } from '../../../design/commands/appearance'
import { setBackground } from '../../../design/commands/background'
import { addLayers, removeLayers } from '../../../design/commands/layers'
import { setPreview } from '../../../design/commands/settings'
import { nudge, transformLayers } from '../../../design/commands/transform'
import { docOf, image, uuidsOf } from '../../../design/test/make'
import { openDesigner } from '../test/driver'
import { createClipboard } from './clipboard'

const three = () => docOf(image('a'), image('b', { left: 200 }), image('locked', { top: 300, locked: true }))

describe('a seller arranges layers', () => {
  test('a seller can drag a selection, undo it and redo it', () => {
    const d = openDesigner(three())
    d.click('a')
    d.drag(30, 40)
    expect(d.layer('a')).toMatchObject({ left: 30, top: 40 })
    expect(d.session.getState()).toMatchObject({ canUndo: true, canRedo: false, saveState: 'dirty' })
    d.undo()
    expect(d.doc()).toEqual(three())
    expect(d.session.getState()).toMatchObject({ canUndo: false, canRedo: true, saveState: 'clean' })
    d.redo()
    expect(d.layer('a').left).toBe(30)
  })
  test('a drag snaps to the centre line', () => {
    const d = openDesigner(docOf(image('a')))
    d.click('a')
    d.drag(202, 0)
    expect(d.layer('a').left).toBe(200)
  })
  test('a click and a shift-click select the layer under the pointer', () => {
    const d = openDesigner(three())
    d.click({ x: 50, y: 50 })
    d.shiftClick({ x: 250, y: 50 })
    expect(d.selection()).toEqual(['a', 'b'])
    d.shiftClick('locked')
    expect(d.selection()).toEqual(['a', 'b'])
    d.click({ x: 50, y: 350 })
    expect(d.selection()).toEqual(['locked'])
    d.click({ x: 450, y: 900 })
    expect(d.selection()).toEqual([])
  })
  test('a drag box selects several layers, which move together', () => {
    const d = openDesigner(three())
    expect(d.dragBox({ x: -5, y: -5 }, { x: 2, y: 2 })).toBe(false)
    expect(d.dragBox({ x: -5, y: -5 }, { x: 480, y: 480 })).toBe(true)
    expect(d.selection()).toEqual(['a', 'b'])
    d.drag(7, 7)
    expect(d.doc().layers.map((layer) => layer.left)).toEqual([7, 207, 0])
  })
  test('a locked layer cannot be moved, and a notice says so', () => {
    const d = openDesigner(three())
    d.click('locked')
    expect(d.key('ArrowUp')).toBe(true)
    expect(d.notice()).toBe('图层已锁定，请先解锁')
    expect(d.doc()).toEqual(three())
  })
  test('resizing stops at 60 px, and rotating snaps to a right angle', () => {
    const d = openDesigner(three())
    d.click('a')
    d.resize(5, 5)
    d.rotate(88)
    expect(d.layer('a')).toMatchObject({ width: 60, height: 60, rotation: 90 })
    d.shiftClick('b')
    d.resize(1, 1)
    expect(d.layer('b').width).toBe(100)
  })
  test('cancelling a drag moves and records nothing', () => {
    const d = openDesigner(three())
    d.click('a')
    d.drag(30, 40, { cancel: true })
    expect(d.doc()).toEqual(three())
    expect(d.session.getState().canUndo).toBe(false)
  })
})

describe('keys', () => {
  test('w a s d and the arrow keys move by 1 px', () => {
    const d = openDesigner(docOf(image('a', { left: 10, top: 10 })))
    d.click('a')
    for (const key of ['w', 'a', 'a', 'ArrowUp', 'ArrowLeft', 's', 'd', 'ArrowDown', 'ArrowDown', 'ArrowRight']) d.key(key)
    expect(d.layer('a')).toMatchObject({ left: 9, top: 11 })
    d.key('W')
    expect(d.layer('a').top).toBe(10)
  })
  test('e, r, ctrl = and ctrl - scale the selection', () => {
    const d = openDesigner(docOf(image('a')))
    d.click('a')
    d.key('e')
    expect(d.layer('a').width).toBe(105)
    d.key('meta+=')
    expect(d.layer('a').width).toBe(110.25)
    d.key('r')
    d.key('ctrl+-')
    expect(d.layer('a').width).toBe(99.501)
    d.key('ctrl+shift++')
    expect(d.layer('a').width).toBe(104.476)
  })
  test('shift and an arrow key move by 10 px, and a held key is one step', () => {
    const d = openDesigner(docOf(image('a', { left: 100, top: 100 })))
    d.click('a')
    for (const key of ['shift+ArrowLeft', 'shift+ArrowUp', 'shift+ArrowUp', 'shift+ArrowRight']) d.key(key)
    expect(d.layer('a')).toMatchObject({ left: 100, top: 80 })
    d.hold('shift+ArrowDown', 2)
    expect(d.layer('a').top).toBe(110)
    d.undo()
    expect(d.layer('a').top).toBe(80)
  })
  test('ctrl y redoes what ctrl z has undone', () => {
    const d = openDesigner(docOf(image('a')))
    d.click('a')
    d.key('d')
    d.key('ctrl+z')
    expect(d.key('ctrl+y')).toBe(true)
    expect(d.layer('a').left).toBe(1)
  })
  test('Tab goes from layer to layer where nothing else has the focus, and a group counts as one', () => {
    const d = openDesigner(
      docOf(image('a'), image('b', { groupId: 'g' }), image('c', { groupId: 'g' }), image('off', { hidden: true }), image('d')),
    )
    const seen: string[] = []
    const canvas = { tagName: 'BODY', isCanvas: true }
    for (const key of ['tab', 'tab', 'tab', 'shift+tab', 'shift+tab']) {
      expect(d.key(key.replace('tab', 'Tab'), canvas)).toBe(true)
      seen.push(d.selection().join('+'))
    }
    expect(seen).toEqual(['a', 'b+c', 'd', 'b+c', 'a'])
    // Before the first and after the last layer the focus goes on, or it would never leave the canvas.
    expect(d.key('shift+Tab', canvas)).toBe(false)
    expect(d.selection()).toEqual(['a'])
    expect(d.key('Tab', { tagName: 'BUTTON' })).toBe(false)
    expect(openDesigner(docOf()).key('Tab', canvas)).toBe(false)
  })
  test('[ and ] change the order also without ctrl', () => {
    const d = openDesigner(docOf(image('a'), image('b')))
    d.click('a')
    d.key(']')
    expect(d.doc().layers.map((layer) => layer.uuid)).toEqual(['b', 'a'])
    d.key('[')
    expect(d.doc().layers.map((layer) => layer.uuid)).toEqual(['a', 'b'])
  })
  test('a held key is one undo step', () => {
    const d = openDesigner(docOf(image('a')))
    d.click('a')
    d.hold('d', 40)
    expect(d.layer('a').left).toBe(41)
    d.hold('e', 3)
    expect(d.session.getState().history.map((step) => step.label)).toEqual(['打开模板', '移动图层', '缩放图层'])
    d.key('ctrl+z')
    d.key('ctrl+z')
    expect(d.layer('a').left).toBe(0)
    d.key('ctrl+shift+z')
    expect(d.layer('a').left).toBe(41)
  })
  test('the scale keys scale the lengths of an outline, and a held key is one step', () => {
    const stroke = { style: 'SOLID', color: '#ff0000', width: 8, offset: 4, opacity: 100 } as const
    const d = openDesigner(docOf(image('a', { stroke, strokeSvgData: '<svg/>' })))
    d.click('a')
    d.hold('e', 3)
    expect(d.layer('a').stroke?.width).toBeCloseTo(8 * 1.05 ** 4, 1)
    d.undo()
    expect(d.layer('a').stroke).toEqual(stroke)
  })
  test('a held key on a locked layer shows one message', () => {
    const d = openDesigner(three())
    d.click('locked')
    d.hold('w', 20)
    expect(d.session.getState().notice?.seq).toBe(1)
    expect(d.session.getState()).toMatchObject({ gesture: null, canUndo: false })
  })
  test('keys belong to the field the seller types in', () => {
    const d = openDesigner(docOf(image('a', { left: 5 })))
    d.click('a')
    for (const focused of [
      { tagName: 'INPUT', type: 'text' },
      { tagName: 'textarea' },
      { tagName: 'DIV', isContentEditable: true },
      { tagName: 'SPAN', role: 'textbox' },
    ]) {
      for (const key of ['a', 'ArrowLeft', 'Delete', 'ctrl+z', 'ctrl+a', 'e']) expect(d.key(key, focused)).toBe(false)
    }
    expect(d.layer('a')).toMatchObject({ left: 5, width: 100 })
    expect(d.key('ArrowLeft', { tagName: 'INPUT', type: 'checkbox' })).toBe(true)
    expect(d.layer('a').left).toBe(4)
  })
  test('keys delete, duplicate, copy, cut and select all', () => {
    const d = openDesigner(docOf(image('a', { left: 100, top: 100 }), image('b')))
    d.click('a')
    d.key('ctrl+d')
    expect(d.layer('new-1')).toMatchObject({ left: 110, top: 110 })
    expect(d.selection()).toEqual(['new-1'])
    d.key('Delete')
    expect(uuidsOf(d.doc())).toEqual(['a', 'b'])
    expect(d.selection()).toEqual([])
    expect(d.key('Backspace')).toBe(false)
    d.key('ctrl+a')
    expect(d.selection()).toEqual(['a', 'b'])
    d.key('ctrl+x')
    expect(d.doc().layers).toEqual([])
    d.session.paste()
    expect(d.selection()).toEqual(['new-2', 'new-3'])
    d.session.paste()
    expect(d.doc().layers.map((layer) => layer.left)).toEqual([110, 10, 121, 11])
  })
  test('Escape cancels a gesture, then clears the selection, then is left to others', () => {
    const d = openDesigner(three())
    d.click('a')
    d.session.begin('移动图层')
    expect(d.key('w')).toBe(true)
    expect(d.layer('a').top).toBe(0)
    d.key('Escape')
    expect(d.session.getState().gesture).toBeNull()
    d.key('Escape')
    expect(d.selection()).toEqual([])
    expect(d.key('Escape')).toBe(false)
  })
  test('ctrl s asks for a save, and other keys do nothing without a selection', () => {
    let saves = 0
    const d = openDesigner(three(), { onSave: () => saves++ })
    expect(d.key('ctrl+s')).toBe(true)
    expect(saves).toBe(1)
    expect(d.key('w')).toBe(false)
    expect(d.key('alt+q')).toBe(false)
  })
})

describe('undo', () => {
  test('undoing a deletion selects the restored layers', () => {
    const d = openDesigner(docOf(image('a'), image('b'), image('c')))
    d.session.select(['a', 'b'])
    d.key('Delete')
    d.click('c')
    d.undo()
    expect(d.selection()).toEqual(['a', 'b'])
  })
  test('undo restores flags: a former background cannot be moved again', () => {
    const d = openDesigner(docOf(image('bg', { isBackground: true }), image('a')))
    d.session.run(setBackground, { uuid: 'a' })
    d.undo()
    d.click('bg')
    d.key('w')
    expect(d.notice()).toBe('背景图层不能移动、缩放或旋转')
    expect(d.doc().layers.map((layer) => layer.isBackground)).toEqual([true, false])
  })
  test('undo removes layers that no longer exist from the selection', () => {
    const d = openDesigner(three())
    d.session.run(addLayers, { layers: [image('n')] })
    expect(d.selection()).toEqual(['n'])
    d.session.hover('n')
    d.undo()
    expect(d.session.getState()).toMatchObject({ selection: [], hover: null })
  })
  test('undo skips changes of the phone shown in the preview', () => {
    const d = openDesigner(three())
    d.click('a')
    d.drag(5, 5)
    d.session.run(setPreview, { phoneModelId: 3, materialColorId: 9 })
    expect(d.session.getState().history).toHaveLength(2)
    d.undo()
    expect(d.doc()).toMatchObject({ previewPhoneModelId: 3 })
    expect(d.layer('a').left).toBe(0)
    expect(d.session.isDirty()).toBe(true)
  })
  test('the history lists its steps and jumps to any of them', () => {
    const d = openDesigner(three())
    d.click('a')
    d.drag(5, 5)
    d.key('Delete')
    d.session.jumpTo(1)
    expect(d.session.getState().history).toEqual([
      { label: '打开模板', current: false },
      { label: '移动图层', current: true },
      { label: '删除图层', current: false },
    ])
  })
  test('undo goes back 19 steps and no further', () => {
    const d = openDesigner(three())
    d.click('a')
    for (let i = 0; i < 30; i++) d.key('d')
    let steps = 0
    while (d.undo()) steps++
    expect([steps, d.layer('a').left]).toEqual([19, 11])
  })
})

describe('a session', () => {
  test('a command that would break the document is refused and the document stays', () => {
    const d = openDesigner(three())
    const before = d.doc()
    const placements = [{ uuid: 'a', left: Number.NaN, top: 0, width: 10, height: 10, rotation: 0 }]
    expect(d.session.run(transformLayers, { placements }).ok).toBe(false)
    expect(d.session.run(addLayers, { layers: [image('a')] }).ok).toBe(false)
    expect(d.doc()).toBe(before)
    expect(d.notice()).toContain('「添加图层」没有执行，设计保持不变')
  })
  test('run returns the normalised document', () => {
    const d = openDesigner(three())
    const outcome = d.session.run(nudge, { uuids: ['a'], dx: 1 / 3, dy: 0 })
    expect(outcome.ok && outcome.doc).toBe(d.doc())
    expect(d.layer('a').left).toBe(0.333)
  })
  test('an edit of one layer keeps the identity of the others, and an empty edit that of the document', () => {
    const d = openDesigner(three())
    const before = d.doc()
    d.session.run(nudge, { uuids: ['a'], dx: 0, dy: 0 })
    expect(d.doc()).toBe(before)
    d.session.run(nudge, { uuids: ['a'], dx: 1, dy: 0 })
    expect(d.doc().layers[1]).toBe(before.layers[1])
    expect(d.session.state.doc).toBe(d.doc())
  })
  test('subscribers are called synchronously and only for changes', () => {
    const d = openDesigner(three())
    const seen: (readonly string[])[] = []
    const stop = d.session.subscribe((state) => seen.push(state.selection))
    d.click('a')
    d.click('a')
    expect(seen).toEqual([['a']])
    stop()
    d.click('b')
    expect(seen).toHaveLength(1)
  })
  test('after locking several selected layers the last one stays selected, so that it can be unlocked', () => {
    const d = openDesigner(three())
    d.dragBox({ x: -5, y: -5 }, { x: 480, y: 480 })
    d.session.run(setLocked, { uuids: d.selection(), locked: true })
    expect(d.selection()).toEqual(['b'])
  })
  test('a gesture ends when another command runs', () => {
    const d = openDesigner(three())
    d.session.begin('移动图层')
    d.session.update(nudge, { uuids: ['a'], dx: 9, dy: 0 })
    d.session.run(removeLayers, { uuids: ['b'] })
    expect(d.session.getState().history.map((step) => step.label)).toEqual(['打开模板', '移动图层', '删除图层'])
  })
  test('layers can be pasted into another template', () => {
    const clipboard = createClipboard()
    const from = openDesigner(three(), { ports: { clipboard } })
    const to = openDesigner(docOf(), { templateId: null, ports: { clipboard } })
    expect(to.session.paste().ok).toBe(false)
    from.click('b')
    expect(from.session.copy()).toBe(true)
    to.session.paste()
    expect(to.layer('new-1')).toMatchObject({ left: 220, id: null })
  })
})
