import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, render } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Platform } from '../../../adapters/platform'
import { createCell } from '../../../contract/ground/cell'
import { docOf, image } from '../../../design/test/make'
import { createApi } from '../../api/client'
import { ServicesProvider } from '../../api/services'
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
  const api = createApi(async () => ({ status: 200, headers: {}, body: '[]' }), {
    token: () => 't',
    onSessionEnded: () => undefined,
    onFailure: () => undefined,
  })
  const { container } = render(
    <QueryClientProvider client={new QueryClient()}>
      <ServicesProvider api={api} platform={{} as Platform}>
        <DesignerProvider value={designer}>
          <aside className="designer-right">
            <PropertyPanel />
          </aside>
        </DesignerProvider>
      </ServicesProvider>
    </QueryClientProvider>,
  )
  const panel = container.querySelector('.designer-right') as HTMLElement
  act(() => seller.session.click('a'))
  panel.scrollTop = 300
  act(() => seller.session.click('b'))
  expect(panel.scrollTop).toBe(300)
  act(() => seller.session.select([]))
  act(() => seller.session.click('a'))
  expect(panel.scrollTop).toBe(0)
})
