import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { templateRow } from '../../../../contract/test/templates'
import { docOf, image } from '../../../../design/test/make'
import { brokenServer, fakeApi } from '../../../api/test/fake-api'
import { renderScreen } from '../../../api/test/render-screen'
import { openDesigner } from '../../test/driver'
import { type Designer, DesignerProvider } from '../context'
import { createUiState } from '../ui-state'
import { ShelfSwitch } from './shelf-switch'

interface TemplateUse {
  readonly links: number
  readonly skus: number
  readonly emptied: number
}

/** Opens the switch of template 12, which these links and products offer; `use` null: nobody knows, because the call fails. */
function openSwitch({ enabled, use }: { enabled: boolean; use: TemplateUse | null }) {
  let template = templateRow({ id: 12, enabled })
  const { api, calls } = fakeApi({
    templateUse: { get: use ?? brokenServer },
    templates: {
      get: () => ({ ...template, layers: [] }),
      settings({ body }) {
        template = { ...template, enabled: body.enabled ?? enabled }
        return template
      },
    },
  })
  const { session } = openDesigner(docOf(image('a')), { templateId: 12 })
  const { user } = renderScreen(
    <DesignerProvider value={{ session } as unknown as Designer}>
      <ShelfSwitch />
    </DesignerProvider>,
    { api },
  )
  const press = async (text: string) => {
    await screen.findByText(text)
    // It cannot be switched before the template was read.
    const button = screen.getByRole<HTMLButtonElement>('switch', { name: '上架模板' })
    await waitFor(() => expect(button.disabled).toBe(false))
    await user.click(button)
  }
  const asked = () => calls.filter(({ name }) => name === 'templateUse.get').map(({ query }) => query)
  const changes = () => calls.flatMap(({ name, body }) => (name === 'templates.settings' ? [body] : []))
  return { asked, changes, press, user }
}

const emptied: TemplateUse = { links: 2, skus: 1, emptied: 1 }

test.each([
  {
    use: emptied,
    words: '2 个定制链接、1 个商品规格正在使用，下架后其中 1 个没有模板可选，买家打开后无法开始设计。',
  },
  { use: { links: 0, skus: 3, emptied: 0 }, words: '3 个商品规格正在使用。' },
  { use: null, words: '没有查到有哪些定制链接和商品正在使用，下架前请到定制链接和商品管理确认。' },
])(
  'a template that links or products offer is taken off the shelf only after the seller has read: $words',
  async ({ use, words }) => {
    const { changes, press, user } = openSwitch({ enabled: true, use })
    await press('已上架，买家可以使用')
    const dialog = await screen.findByRole('dialog')
    expect(dialog.textContent).toContain(words)
    await user.click(within(dialog).getByRole('button', { name: '取消' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(changes()).toEqual([])
    await press('已上架，买家可以使用')
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: '下架模板' }))
    await screen.findByText('已下架，买家看不到')
    expect(changes()).toEqual([{ enabled: false }])
  },
)

test('a template that nothing offers is taken off the shelf at once', async () => {
  const { asked, changes, press } = openSwitch({ enabled: true, use: { links: 0, skus: 0, emptied: 0 } })
  await press('已上架，买家可以使用')
  await screen.findByText('已下架，买家看不到')
  expect({ asked: asked(), changes: changes() }).toEqual({
    asked: [{ kind: 'template', ids: [12] }],
    changes: [{ enabled: false }],
  })
})

test('a template is put on the shelf without a question', async () => {
  const { asked, changes, press } = openSwitch({ enabled: false, use: emptied })
  await press('已下架，买家看不到')
  await screen.findByText('已上架，买家可以使用')
  expect({ asked: asked(), changes: changes() }).toEqual({ asked: [], changes: [{ enabled: true }] })
})

test('before the first save the switch says how that save stores the template', async () => {
  const { session } = openDesigner(docOf(image('a')), { templateId: null, revision: null })
  const uiState = createUiState('甲')
  const { user } = renderScreen(
    <DesignerProvider value={{ session, uiState } as unknown as Designer}>
      <ShelfSwitch />
    </DesignerProvider>,
    { api: fakeApi({}).api },
  )
  screen.getByText('第一次保存时会问您')
  const press = () => user.click(screen.getByRole('switch', { name: '上架模板' }))
  await press()
  await screen.findByText('保存后上架，买家可以使用')
  expect(uiState.shelf.get()).toBe(true)
  await press()
  await screen.findByText('保存后不上架，买家看不到')
  expect(uiState.shelf.get()).toBe(false)
})
