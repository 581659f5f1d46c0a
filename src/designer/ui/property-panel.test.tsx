import { act } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createCell } from '../../../contract/ground/cell'
import { docOf, image } from '../../../design/test/make'
import { fakeApi } from '../../api/test/fake-api'
import { renderScreen } from '../../api/test/render-screen'
import { openDesigner } from '../test/driver'
import { type Designer, DesignerProvider } from './context'
import { PropertyPanel } from './property-panel'
import { createUiState } from './ui-state'

test('the panel scrolls to its top for another kind of layer, and stays in place among layers of one kind', () => {
  const seller = openDesigner(docOf(image('a'), image('b')))
  const idle = { draft: null, busy: false, failure: null, opaque: new Set() }
  const designer = {
    session: seller.session,
    uiState: createUiState('甲'),
    livePlacements: createCell(null),
    strokes: { subscribe: () => () => undefined, getState: () => idle, commitPreview: () => undefined },
    cutouts: null,
  } as unknown as Designer
  renderScreen(
    <DesignerProvider value={designer}>
      <aside className="designer-side-properties">
        <PropertyPanel />
      </aside>
    </DesignerProvider>,
    { api: fakeApi({ shopFonts: { list: [] }, shopFontColors: { list: [] } }).api },
  )
  const panel = document.querySelector('.designer-side-properties') as HTMLElement
  act(() => seller.session.click('a'))
  panel.scrollTop = 300
  act(() => seller.session.click('b'))
  expect(panel.scrollTop).toBe(300)
  act(() => seller.session.select([]))
  act(() => seller.session.click('a'))
  expect(panel.scrollTop).toBe(0)
})
