import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Shape } from '../../../../contract/rules/appearance'
import { addShape } from '../../../../design/commands/shape'
import { layersOf } from '../../../../design/model/queries'
import type { ImageLayer } from '../../../../design/model/types'
import { docOf } from '../../../../design/test/make'
import { openDesigner } from '../../test/driver'
import { type Designer, DesignerProvider, useSession } from '../context'
import { createUiState } from '../ui-state'
import { ShapePanel } from './shape-panel'
import { hasShape, ShapeSection } from './shape-section'

function Panels() {
  const chosen = useSession(({ doc, selection }) => layersOf(doc, selection))
  return (
    <>
      <ShapePanel />
      {hasShape(chosen) && <ShapeSection chosen={chosen} />}
    </>
  )
}

function open(shape?: Shape) {
  const seller = openDesigner(docOf())
  if (shape) seller.session.run(addShape, { uuid: 's', name: '形状', shape, width: 200, height: 100 })
  // The panels use only these fields of a designer.
  const designer = {
    session: seller.session,
    uiState: createUiState('甲'),
    username: '甲',
    strokes: { remake: () => Promise.reject(new Error('no outline')) },
  }
  render(
    <DesignerProvider value={designer as unknown as Designer}>
      <Panels />
    </DesignerProvider>,
  )
  const layer = () => seller.doc().layers[0] as ImageLayer & { readonly shape: Shape }
  const steps = () => seller.session.getState().history.length
  return { ...seller, layer, steps }
}

/** Moves a slider as a held key does. */
async function slide(name: string, ...values: readonly number[]) {
  const slider = screen.getByRole('slider', { name })
  fireEvent.keyDown(slider, { key: 'ArrowRight' })
  for (const value of values) fireEvent.change(slider, { target: { value: String(value) } })
  await act(async () => fireEvent.keyUp(slider, { key: 'ArrowRight' }))
}

test('a shape of the grid is added to the middle of the canvas, selected, and its settings are shown', () => {
  const { doc, selection, layer } = open()
  act(() => screen.getByRole('button', { name: '爱心' }).click())
  expect(layer()).toMatchObject({ name: '爱心', width: 200, height: 180, left: 150 })
  expect(selection()).toEqual([doc().layers[0]?.uuid])
  expect(screen.getByRole('region', { name: '形状' })).toBeTruthy()
})

test('sliders change the corners and the border, each movement as one step', async () => {
  const { layer, steps, session } = open({ form: { kind: 'rect', radius: 0 }, fill: null, border: null })
  const before = steps()
  await slide('圆角', 5, 9, 20)
  expect(layer().shape.form).toEqual({ kind: 'rect', radius: 20 })
  await slide('边框', 3, 6)
  expect(layer().shape.border).toEqual({ color: '#000000', width: 6 })
  expect(steps()).toBe(before + 2)
  await slide('边框', 0)
  expect(layer().shape.border).toBeNull()
  act(() => {
    session.undo()
    session.undo()
  })
  expect(layer().shape).toEqual({ form: { kind: 'rect', radius: 20 }, fill: null, border: null })
})

test('the fill becomes a gradient, gets another direction and becomes plain again in its first colour', async () => {
  const { layer } = open({ form: { kind: 'heart' }, fill: { kind: 'solid', color: '#e5484d' }, border: null })
  await act(async () => screen.getByRole('radio', { name: '渐变' }).click())
  await slide('角度', 90)
  expect(layer().shape.fill).toMatchObject({ kind: 'gradient', gradient: { form: 'linear', angle: 90 } })
  act(() => screen.getByRole('slider', { name: '色标 2' }).focus())
  await act(async () => screen.getByRole('button', { name: '结束颜色：黑色' }).click())
  await act(async () => screen.getByRole('radio', { name: '放射' }).click())
  expect(layer().shape.fill).toMatchObject({
    gradient: { form: 'radial', stops: [{ color: '#e5484d' }, { color: '#000000' }] },
  })
  await act(async () => screen.getByRole('radio', { name: '纯色' }).click())
  expect(layer().shape.fill).toEqual({ kind: 'solid', color: '#e5484d' })
  await act(async () => screen.getByRole('radio', { name: '无' }).click())
  expect(layer().shape.fill).toBeNull()
})

test('a line is made thinner than a handle allows, about its middle', () => {
  const { layer } = open({ form: { kind: 'line' }, fill: { kind: 'solid', color: '#000000' }, border: null })
  const field = screen.getByRole('textbox', { name: '粗细（像素）' })
  fireEvent.change(field, { target: { value: '4' } })
  act(() => {
    fireEvent.keyDown(field, { key: 'Enter' })
  })
  expect(layer()).toMatchObject({ height: 4, top: 520, originalHeight: 4 })
})

test('a shape with an outline whose outline cannot be made says why and stays as it was', async () => {
  const { layer, session } = open({ form: { kind: 'star', points: 5, inner: 0.4 }, fill: null, border: null })
  const stroke = { color: '#ffffff', width: 4, style: 'SOLID', opacity: 100, offset: 0 } as const
  act(() => {
    session.run({ id: 't', label: '描边', run: (doc) => ({ ok: true, doc: { ...doc, layers: [{ ...layer(), stroke }] } }) }, {})
  })
  await act(async () => screen.getByRole('radio', { name: '纯色' }).click())
  expect(screen.getByRole('alert').textContent).toBe('no outline')
  expect(layer().shape.fill).toBeNull()
})
