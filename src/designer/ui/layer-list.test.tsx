import { act, render } from '@testing-library/react'
import { Profiler } from 'react'
import { expect, test, vi } from 'vitest'
import { createCell } from '../../../contract/ground/cell'
import { renameLayer } from '../../../design/commands/layers'
import { docOf, image } from '../../../design/test/make'
import type { CutoutState, Cutouts } from '../cutout/cutouts'
import { openDesigner } from '../test/driver'
import { type Designer, DesignerProvider } from './context'
import { LayerList } from './layer-list'
import { PropertyPanel } from './property-panel'
import { createUiState } from './ui-state'

/** uuids of the rows rendered since the last reset: a row calls the sortable hook each time it is rendered. */
const drawn: string[] = []
vi.mock('@dnd-kit/sortable', async (original) => {
  const kit = await original<typeof import('@dnd-kit/sortable')>()
  return {
    ...kit,
    useSortable(options: Parameters<typeof kit.useSortable>[0]) {
      drawn.push(String(options.id))
      return kit.useSortable(options)
    },
  }
})
const takeDrawn = () => drawn.splice(0)

function open(count = 30, cutouts: Pick<Cutouts, 'getState' | 'subscribe' | 'running'> | null = null) {
  const seller = openDesigner(docOf(...Array.from({ length: count }, (_, i) => image(`layer-${i}`, { name: `图层 ${i}` }))))
  const subscriptions = vi.spyOn(seller.session, 'subscribe')
  // The list and the panel use only these fields of a designer.
  const idle = { draft: null, busy: false, failure: null, opaque: new Set() }
  const designer = {
    session: seller.session,
    uiState: createUiState('甲'),
    livePlacements: createCell(null),
    strokes: { subscribe: () => () => undefined, getState: () => idle, commitPreview: () => undefined },
    cutouts,
  } as unknown as Designer
  const list = vi.fn()
  const view = render(
    <DesignerProvider value={designer}>
      <Profiler id="list" onRender={list}>
        <LayerList />
      </Profiler>
      <PropertyPanel />
    </DesignerProvider>,
  )
  return { ...seller, list, view, subscriptions: subscriptions.mock.calls.length }
}

test('moving a layer by key re-renders no row, and other changes re-render only the changed rows', () => {
  const { session, key, list, view } = open()
  takeDrawn()
  act(() => void session.run(renameLayer, { uuid: 'layer-3', name: '新名字' }))
  expect(new Set(takeDrawn())).toEqual(new Set(['layer-3']))
  act(() => session.click('layer-7'))
  takeDrawn()
  list.mockClear()
  const left = () => view.getByRole('textbox', { name: '左（像素）' }).getAttribute('value')
  act(() => key('ArrowRight'))
  expect(left()).toBe('1')
  expect(takeDrawn()).toEqual([])
  expect(list).not.toHaveBeenCalled()
  act(() => session.click('layer-9'))
  expect(new Set(takeDrawn())).toEqual(new Set(['layer-7', 'layer-9']))
})

test('the row under the pointer is highlighted, and more rows add no subscription that every change must ask', () => {
  const few = open(5)
  few.view.unmount()
  const { session, view, subscriptions } = open(60)
  expect(subscriptions).toBe(few.subscriptions)
  const highlighted = () => [...view.container.querySelectorAll('.is-hovered')].map((row) => row.textContent)
  takeDrawn()
  act(() => session.hover('layer-7'))
  act(() => session.hover('layer-9'))
  expect(highlighted()).toEqual(['图层 9'])
  expect(new Set(takeDrawn())).toEqual(new Set(['layer-7', 'layer-9']))
  act(() => session.hover(null))
  expect(highlighted()).toEqual([])
})

test('a layer tells how far its cutout is while another one is selected, and its row alone is rendered for that', () => {
  const states = createCell<ReadonlyMap<string, CutoutState>>(new Map())
  const cutouts = { getState: states.get, subscribe: states.subscribe, running: () => states.get().size }
  const { session, view } = open(30, cutouts)
  act(() => session.click('layer-9'))
  const facts = () => [...view.container.querySelectorAll('.designer-layer-facts')].map((one) => one.textContent).filter(Boolean)
  expect(facts()).toEqual([])
  takeDrawn()
  act(() =>
    states.set(
      new Map([['layer-3', { kind: 'running', stepText: '排队抠图，前面还有 3 张…', shortText: '前面 3 张…', share: 0.25 }]]),
    ),
  )
  expect(facts()).toEqual(['前面 3 张…'])
  expect(view.container.querySelector('.designer-cutout-bar')?.getAttribute('style')).toBe('--share: 0.25;')
  act(() => states.set(new Map([['layer-3', { kind: 'failed', reason: '图片中没有人像', type: 'body' }]])))
  expect(facts()).toEqual(['抠图失败：图片中没有人像'])
  expect(takeDrawn()).toEqual([])
})
