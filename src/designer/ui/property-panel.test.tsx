import { act, render } from '@testing-library/react'
// The fields of a text read fonts, which this test does not need.
import { expect, test, vi } from 'vitest'
import { createCell } from '../../base/cell'
import { docOf, image, text } from '../../design/test/make'
import { openDesigner } from '../test/driver'
import { type Designer, DesignerProvider } from './context'
import { PropertyPanel } from './property-panel'
import { createUiState } from './ui-state'

vi.mock('./property-sections', () => ({ propertySections: [] }))

test('what another kind of layer shows begins at its top, and among layers of one kind the place is kept', () => {
  const seller = openDesigner(docOf(image('a'), image('b'), text('words')))
  const idle = { draft: null, busy: false, failure: null, opaque: new Set() }
  const designer = {
    session: seller.session,
    uiState: createUiState('甲'),
    livePlacements: createCell(null),
    strokes: { subscribe: () => () => undefined, getState: () => idle, commitPreview: () => undefined },
    cutouts: null,
  } as unknown as Designer
  const { container } = render(
    <DesignerProvider value={designer}>
      <aside className="designer-right">
        <PropertyPanel />
      </aside>
    </DesignerProvider>,
  )
  const panel = container.querySelector('.designer-right') as HTMLElement
  act(() => seller.session.click('a'))
  panel.scrollTop = 300
  act(() => seller.session.click('b'))
  expect(panel.scrollTop).toBe(300)
  act(() => seller.session.click('words'))
  expect(panel.scrollTop).toBe(0)
})
