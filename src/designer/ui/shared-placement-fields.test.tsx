import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { createCell } from '../../../contract/ground/cell'
import { docOf, image } from '../../../design/test/make'
import { openDesigner } from '../test/driver'
import { ProblemList } from './checks/problem-list'
import { type Designer, DesignerProvider } from './context'
import { SharedPlacementFields } from './shared-placement-fields'
import { createUiState } from './ui-state'

function open(...layers: Parameters<typeof docOf>) {
  const seller = openDesigner(docOf(...layers))
  const designer = {
    session: seller.session,
    livePlacements: createCell(null),
    uiState: createUiState('甲'),
  } as unknown as Designer
  const layersNow = () => seller.session.getState().doc.layers
  const show = (children: React.ReactNode) => render(<DesignerProvider value={designer}>{children}</DesignerProvider>)
  return { ...seller, layersNow, show }
}

test('several layers show what they share, and a typed value applies to each in one step', () => {
  const { session, layersNow, show } = open(
    image('a', { left: 10, top: 20, width: 100, height: 100 }),
    image('b', { left: 50, top: 20, width: 200, height: 100 }),
    image('locked', { left: 7, locked: true }),
  )
  act(() => session.select(['a', 'b']))
  show(<SharedPlacementFields />)
  const field = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name })
  expect([field('左（像素）').value, field('左（像素）').placeholder]).toEqual(['', '多种'])
  expect(field('上（像素）').value).toBe('20')
  const type = (name: string, value: string) => {
    fireEvent.change(field(name), { target: { value } })
    fireEvent.keyDown(field(name), { key: 'Enter' })
  }
  type('左（像素）', '30+5')
  expect(layersNow().map(({ left }) => left)).toEqual([35, 35, 7])
  type('宽（像素）', '150')
  expect(layersNow().map(({ width, height }) => [width, height])).toEqual([
    [150, 150],
    [150, 75],
    [100, 100],
  ])
  expect(session.getState().history).toHaveLength(3)
})

test('layers off the canvas are brought back to its middle from the check list, all at once', () => {
  const lost = Array.from({ length: 5 }, (_, i) => image(`lost${i}`, { left: -900, top: 3000, width: 100, height: 100 }))
  const { layersNow, show } = open(image('seen', { left: 20 }), ...lost)
  const problems = lost.map(({ uuid }) => ({ code: 'outside', level: 'warning', uuid, text: uuid }) as const)
  show(<ProblemList problems={[...problems, { code: 'outside', level: 'warning', uuid: 'seen', text: '部分' }]} />)
  fireEvent.click(screen.getByRole('button', { name: '移回画布' }))
  expect(layersNow().map(({ left, top }) => [left, top])).toEqual([[20, 0], ...lost.map(() => [200, 472])])
})
