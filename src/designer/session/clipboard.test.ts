import { describe, expect, test } from 'vitest'
import { docOf, image, text, uuidsOf } from '../../../design/test/make'
import { openDesigner } from '../test/driver'
import { createClipboard } from './clipboard'

describe('copied layers', () => {
  const layers = [image('a', { groupId: 'g' }), text('t', { groupId: 'g' })]
  const written = () => {
    const clipboard = createClipboard()
    clipboard.write(layers)
    return clipboard.text('shop|demo')
  }

  test('copied layers reach another window as text without loss', () => {
    const there = createClipboard()
    expect(there.readSystemText(written(), 'shop|demo')).toBe('layers')
    expect(there.read()).toEqual(layers)
  })
  test('copied layers of another account are refused', () => {
    const there = createClipboard()
    expect(there.readSystemText(written(), 'shop|other')).toBe('otherAccount')
    expect(there.read()).toEqual([])
  })
  test('other text on the clipboard holds no layers', () => {
    const there = createClipboard()
    const broken = written().replace('"rotation":0', '"rotation":"0"')
    expect(there.readSystemText('', 'shop|demo')).toBe('none')
    for (const other of ['你好', '{"kind":1}', written().slice(0, -5), broken]) {
      expect(there.readSystemText(other, 'shop|demo')).toBe('text')
    }
  })
  test('layers are not pasted after text was copied elsewhere, unless the system clipboard did not accept them', () => {
    const clipboard = createClipboard()
    clipboard.write(layers)
    clipboard.text('shop|demo')
    expect(clipboard.readSystemText('别处的文字', 'shop|demo')).toBe('text')
    clipboard.write(layers)
    expect(clipboard.readSystemText('别处的文字', 'shop|demo')).toBe('none')
  })
  test('pasting the same text again continues from the last copy', () => {
    const clipboard = createClipboard()
    const source = written()
    const d = openDesigner(docOf(), { ports: { clipboard } })
    for (let i = 0; i < 2; i++) {
      expect(clipboard.readSystemText(source, 'shop|demo')).toBe('layers')
      d.session.paste()
    }
    expect(uuidsOf(d.doc())).toEqual(['new-1', 'new-2', 'new-3', 'new-4'])
    expect(d.doc().layers.map((layer) => layer.left)).toEqual([10, 10, 11, 11])
    expect(d.doc().layers.map((layer) => layer.groupId)).toEqual(['new-1', 'new-1', 'new-3', 'new-3'])
  })
})
