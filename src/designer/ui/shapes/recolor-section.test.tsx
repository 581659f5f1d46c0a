import { act, fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { dataUrlBlob, svgDataUrl } from '../../../../design/model/picture-url'
import { layersOf } from '../../../../design/model/queries'
import { docOf, image } from '../../../../design/test/make'
import { openDesigner } from '../../test/driver'
import { type Designer, DesignerProvider, useSession } from '../context'
import { createUiState } from '../ui-state'
import { hasDrawing, RecolorSection } from './recolor-section'

function Section() {
  const chosen = useSession(({ doc, selection }) => layersOf(doc, selection))
  return hasDrawing(chosen) ? <RecolorSection chosen={chosen} /> : null
}

function open(svg: string) {
  const seller = openDesigner(docOf(image('s', { imageUrl: svgDataUrl(svg) }), image('photo')))
  seller.session.select(['s'])
  render(
    <DesignerProvider value={{ session: seller.session, uiState: createUiState('甲'), username: '甲' } as unknown as Designer}>
      <Section />
    </DesignerProvider>,
  )
  return { ...seller, svg: () => dataUrlBlob(seller.layer('s').imageUrl).text() }
}
const rows = () => screen.getAllByLabelText<HTMLInputElement>(/^颜色 \d+$/, { selector: 'input' }).map(({ value }) => value)

test('each colour of a drawing is changed, a movement of the picker as one step, and undo lists the old colours', async () => {
  const { session, svg, layer } = open('<svg><path fill="red"/><path fill="#00f"/><path fill="#00F"/></svg>')
  const picker = await screen.findByLabelText('颜色 1', { selector: 'input' })
  expect(rows()).toEqual(['#0000ff', '#ff0000'])
  const steps = session.getState().history.length
  for (const value of ['#111111', '#222222', '#333333']) fireEvent.input(picker, { target: { value } })
  await act(async () => fireEvent.blur(picker))
  expect(await svg()).toBe('<svg><path fill="red"/><path fill="#333333"/><path fill="#333333"/></svg>')
  expect(layer('s').imageFileId).toBeNull()
  expect(session.getState().history.length).toBe(steps + 1)
  await act(async () => screen.getByRole('button', { name: '颜色 2：黑色' }).click())
  expect(rows()).toEqual(['#333333', '#000000'])
  await act(async () => {
    session.undo()
  })
  expect(rows()).toEqual(['#333333', '#ff0000'])
  await act(async () => {
    session.undo()
  })
  expect(await svg()).toContain('fill="#00f"')
  await act(async () => undefined)
  expect(rows()).toEqual(['#0000ff', '#ff0000'])
})

test('photos have no colours to change, and a drawing of many colours says what to do instead', async () => {
  const { session } = open(`<svg>${Array.from({ length: 20 }, (_, i) => `<path fill="#0000${10 + i}"/>`).join('')}</svg>`)
  expect(await screen.findByText(/图案有 20 种颜色/)).toBeTruthy()
  act(() => session.select(['photo']))
  expect(screen.queryByRole('region', { name: '图案颜色' })).toBeNull()
})
