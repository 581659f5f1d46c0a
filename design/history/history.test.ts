import { describe, expect, test } from 'vitest'
import { docOf, image } from '../test/make'
import * as history from './history'

const at = (left: number) => docOf(image('a', { left }))
const leftOf = (h: history.History) => history.currentDoc(h).layers[0]?.left
const opened = () => history.createHistory(at(0), '打开模板')
/** Returns a history after `edits` edits, each of which moves the layer to its number. */
const edited = (edits: number) => {
  let h = opened()
  for (let i = 1; i <= edits; i++) h = history.record(h, at(i), `第 ${i} 步`)
  return h
}

describe('history', () => {
  test('undo and redo step through the history and stop at both ends', () => {
    let h = edited(2)
    expect([history.canUndo(h), history.canRedo(h)]).toEqual([true, false])
    h = history.undo(history.undo(h))
    expect([leftOf(h), history.canUndo(h), history.canRedo(h)]).toEqual([0, false, true])
    expect(history.undo(h)).toBe(h)
    h = history.redo(history.redo(h))
    expect(leftOf(h)).toBe(2)
    expect(history.redo(h)).toBe(h)
  })
  test('the history stores 20 snapshots including the present one, so undo goes 19 steps back', () => {
    let h = edited(50)
    expect(history.snapshots(h)).toHaveLength(20)
    let steps = 0
    while (history.canUndo(h)) {
      h = history.undo(h)
      steps++
    }
    expect([steps, leftOf(h)]).toEqual([19, 31])
    expect(history.snapshots(h)).toHaveLength(20)
  })
  test('a new edit drops what could be redone', () => {
    const h = history.record(history.undo(edited(3)), at(9), '新')
    expect(history.canRedo(h)).toBe(false)
    expect(history.snapshots(h).map((s) => s.label)).toEqual(['打开模板', '第 1 步', '第 2 步', '新'])
  })
  test('an equal document records nothing and keeps the redo branch', () => {
    const h = history.undo(edited(2))
    expect(history.record(h, at(1), '同')).toBe(h)
  })
  test('a gesture is one step, or none when it changed nothing', () => {
    let h = history.begin(opened(), '移动图层')
    expect([history.canUndo(h), history.canRedo(h)]).toEqual([true, false])
    h = history.update(history.update(h, at(5)), at(7))
    expect(leftOf(h)).toBe(7)
    h = history.commit(h)
    expect(history.snapshots(h).map((s) => s.label)).toEqual(['打开模板', '移动图层'])
    h = history.commit(history.update(history.update(history.begin(h, '移动图层'), at(9)), at(7)))
    expect(history.snapshots(h)).toHaveLength(2)
    expect(history.update(h, at(3))).toBe(h)
  })
  test('a gesture begun while another is open ends that one', () => {
    const h = history.commit(history.update(history.begin(history.update(history.begin(opened(), '一'), at(1)), '二'), at(2)))
    expect(history.snapshots(h).map((s) => s.label)).toEqual(['打开模板', '一', '二'])
  })
  test('undo during a gesture cancels the gesture and nothing else', () => {
    const h = history.update(history.begin(edited(2), '移动图层'), at(99))
    expect(leftOf(history.undo(h))).toBe(2)
    expect(history.redo(h)).toBe(h)
    expect(history.cancel(edited(1)).open).toBeNull()
  })
  test('jumpTo shows any step, and the later steps can be redone', () => {
    const h = history.jumpTo(edited(5), 2)
    expect([leftOf(h), h.past.length, h.future.length]).toEqual([2, 2, 3])
    expect(history.jumpTo(h, 2)).toBe(h)
    expect(history.jumpTo(h, 77)).toBe(h)
    expect(leftOf(history.jumpTo(h, 5))).toBe(5)
  })
  test('rewrite changes every snapshot', () => {
    const h = history.rewrite(history.undo(edited(2)), (doc) => ({ ...doc, previewPhoneModelId: 4 }))
    expect(history.snapshots(h).every((s) => s.doc.previewPhoneModelId === 4)).toBe(true)
    expect(leftOf(history.redo(h))).toBe(2)
  })
})
