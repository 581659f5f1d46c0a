import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import type { Shape } from '../../../../contract/rules/appearance'
import { addShape } from '../../../../design/commands/shape'
import { layersOf } from '../../../../design/model/queries'
import { docOf } from '../../../../design/test/make'
import { openDesigner } from '../../test/driver'
import { type Designer, DesignerProvider, useSession } from '../context'
import { ShapeSection } from '../shapes/shape-section'
import { createUiState } from '../ui-state'

// The environment lays nothing out and captures no pointer: the bar is 200 px wide and begins at 0, 100.
beforeAll(() => {
  const captured = new Set<number>()
  Object.assign(HTMLElement.prototype, {
    setPointerCapture: (id: number) => captured.add(id),
    hasPointerCapture: (id: number) => captured.has(id),
    releasePointerCapture: (id: number) => captured.delete(id),
  })
  const rect = HTMLElement.prototype.getBoundingClientRect
  HTMLElement.prototype.getBoundingClientRect = function () {
    return this.className === 'designer-gradient-bar' ? new DOMRect(0, 100, 200, 20) : rect.call(this)
  }
})

const stops = [
  { at: 0, color: '#000000', opacity: 1 },
  { at: 0.5, color: '#ff0000', opacity: 1 },
  { at: 1, color: '#ffffff', opacity: 1 },
]
const shape: Shape = {
  form: { kind: 'heart' },
  fill: { kind: 'gradient', gradient: { form: 'linear', angle: 0, scale: 1, stops } },
  border: null,
}

function Panel() {
  const chosen = useSession(({ doc, selection }) => layersOf(doc, selection))
  return <ShapeSection chosen={chosen} />
}

function open() {
  const { session } = openDesigner(docOf())
  session.run(addShape, { uuid: 's', name: '形状', shape, width: 200, height: 100 })
  // The panel uses only these fields of a designer.
  const designer = {
    session,
    uiState: createUiState('甲'),
    username: '甲',
    strokes: { remake: () => Promise.reject(new Error('no outline')) },
  }
  render(
    <DesignerProvider value={designer as unknown as Designer}>
      <Panel />
    </DesignerProvider>,
  )
  return { session, steps: () => session.getState().history.length }
}
const middle = () => screen.getByRole('slider', { name: '色标 2' })
const count = () => screen.getAllByRole('slider', { name: /^色标 \d/ }).length

test('a stop that is dragged away is removed as one step, which one undo takes back', async () => {
  const { session, steps } = open()
  const before = steps()
  const stop = middle()
  await act(async () => void fireEvent.pointerDown(stop, { pointerId: 1, button: 0, clientX: 100, clientY: 110 }))
  await act(async () => void fireEvent.pointerMove(stop, { pointerId: 1, clientX: 120, clientY: 0 }))
  await act(async () => void fireEvent.pointerUp(stop, { pointerId: 1, clientX: 120, clientY: 0 }))
  expect(count()).toBe(2)
  expect(steps()).toBe(before + 1)
  act(() => void session.undo())
  expect(count()).toBe(3)
  expect(middle().getAttribute('aria-valuenow')).toBe('50')
})

test('a held arrow key moves a stop as one step', async () => {
  const { steps } = open()
  const before = steps()
  const stop = middle()
  for (let press = 0; press < 5; press++) {
    await act(async () => void fireEvent.keyDown(stop, { key: 'ArrowRight', repeat: press > 0 }))
  }
  await act(async () => void fireEvent.keyUp(stop, { key: 'ArrowRight' }))
  expect(middle().getAttribute('aria-valuenow')).toBe('55')
  expect(steps()).toBe(before + 1)
})
