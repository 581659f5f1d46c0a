/** Unsaved work of a colleague: a notice names whose and of when it is to whoever opens the template; nobody's work is lost. */
import type { Browser, BrowserContext } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { fileKind } from '../../contract/constants'
import type { Template, TemplateDraftRow } from '../../contract/types'
import { DesignerPage } from './pages/designer-page'
import { accessibilityFindings } from './support/axe'
import { openBrowser } from './support/browser'
import { layerRow } from './support/designs'
import { merchantPassword } from './support/merchants'
import { pngPicture } from './support/pictures'
import { type Caller, caller, enterWith, type Made, tokenOf, tokenOfMerchant, uploadPicture } from './support/shop'

const baseUrl = inject('baseUrl')
let browser: Browser
let call: Caller
/** Sessions of the owner and of his colleague. */
let owner: string
let wang: string
let template: Template
let machines: BrowserContext[] = []

beforeAll(async () => {
  browser = await openBrowser()
  owner = await tokenOfMerchant(baseUrl, '草稿店')
  call = caller(baseUrl, owner)
  await call('POST', '/api/users/sub_accounts', { username: '小王', password: merchantPassword, permissions: ['templates'] })
  wang = await tokenOf(baseUrl, '草稿店:小王', merchantPassword)
  const { id, url } = await uploadPicture(call, baseUrl, fileKind.templateLayer, await pngPicture('猫.png', 900, 900))
  const { id: collectionId } = await call<Made>('POST', '/api/design_template_collections', { name: '猫咪' })
  const layers = [layerRow({ fileId: id, url }, { uuid: 'cat', index: 0, name: '猫' })]
  const content = { collectionId, name: '猫壳', width: 500, height: 1044, thumbnailFileId: null, layers }
  template = await call<Template>('POST', '/api/design_templates', content)
})
afterEach(async () => {
  for (const machine of machines) await machine.close()
  machines = []
})
afterAll(() => browser?.close())

/** Opens the template on a machine of its own, and selects its only layer. */
async function openAs(token: string) {
  const context = await browser.newContext({ locale: 'zh-CN', viewport: { width: 1180, height: 760 }, reducedMotion: 'reduce' })
  machines = [...machines, context]
  const page = await context.newPage()
  await page.addInitScript(() => localStorage.setItem('kejiang.serviceAgreement', 'accepted'))
  const designer = new DesignerPage(page)
  await enterWith(page, baseUrl, token, `/app/design_template?collection=${template.collectionId}&design=${template.id}`)
  await designer.ready()
  const left = async () => (await designer.layerBox()).left
  const stored = () =>
    page.waitForResponse(
      (one) => one.request().method() === 'PUT' && one.url().endsWith(`/design_templates/${template.id}/draft`),
    )
  return { page, designer, left, stored }
}

const saved = () => call<Template>('GET', `/api/design_templates/${template.id}`)
const drafts = () => call<TemplateDraftRow[]>('GET', `/api/design_templates/${template.id}/drafts`)

test('a colleague’s unsaved work is named with his name and its time, opened or ignored, and stays his in either case', async () => {
  const his = await openAs(wang)
  await his.designer.select('猫')
  const draft = his.stored()
  await his.page.keyboard.press('Shift+ArrowRight')
  expect((await draft).status()).toBe(200)

  // The owner sees whose and of when it is; the template is as it was saved.
  const mine = await openAs(owner)
  const notice = mine.page.getByRole('list', { name: '没有保存的草稿' })
  await notice.getByText(/^小王的草稿，(刚刚|\d+ 秒前|1 分钟前)$/).waitFor()
  await mine.designer.select('猫')
  expect(await mine.left()).toBe(100)
  expect(await accessibilityFindings(mine.page)).toEqual([])
  if (process.env.LOOK) await mine.page.screenshot({ path: `${process.env.LOOK}/draft-offer.png` })

  // Opened it is one step, which undo takes back.
  await mine.designer.button('打开小王的草稿').click()
  await expect.poll(() => mine.designer.button('撤销').isEnabled()).toBe(true)
  await mine.designer.select('猫')
  expect(await mine.left()).toBe(110)
  await mine.designer.button('撤销').click()
  await mine.designer.select('猫')
  expect(await mine.left()).toBe(100)
  expect((await saved()).revision).toBe(1)

  // An ignored notice goes from this window alone: the next one shows it again.
  const other = await openAs(owner)
  await other.designer.button('忽略小王的草稿').click()
  await other.page.getByRole('list', { name: '没有保存的草稿' }).waitFor({ state: 'detached' })
  expect((await drafts()).map(({ username }) => username)).toEqual(['草稿店:小王'])

  // The owner saves something else: the colleague's work is still on his screen and on the server, and his save asks.
  await other.designer.select('猫')
  await other.page.keyboard.press('ArrowDown')
  await other.designer.save()
  await his.designer.button('保存').first().click()
  const conflict = his.designer.dialogWith('模板已被修改')
  await conflict.getByText('此模板在您编辑期间已被保存过').waitFor()
  await conflict.getByRole('button', { name: '另存为副本' }).click()
  await his.designer.dialogWith('现在就上架吗？').getByRole('button', { name: '先保存，不上架' }).click()
  await his.page.locator('.designer-save-state.is-clean').waitFor()
  const { items } = await call<{ items: Template[] }>('GET', `/api/design_templates?collectionId=${template.collectionId}`)
  const copy = items.find(({ id }) => id !== template.id)
  const both = [await saved(), await call<Template>('GET', `/api/design_templates/${copy?.id}`)]
  expect(both.map(({ layers }) => [layers[0]?.left, layers[0]?.top])).toEqual([
    [100, 101],
    [110, 100],
  ])
  // The original has no unsaved work any more: the copy has it.
  await expect.poll(drafts).toEqual([])
})

test('a draft of before the last save says so, and the seller’s own one of another machine is his to open or to discard', async () => {
  const first = await openAs(owner)
  await first.designer.select('猫')
  const draft = first.stored()
  await first.page.keyboard.press('Shift+ArrowRight')
  await draft
  const his = await openAs(wang)
  await his.page.getByText('草稿店的草稿', { exact: false }).waitFor()
  await his.designer.select('猫')
  await his.page.keyboard.press('ArrowUp')
  await his.designer.save()

  const second = await openAs(owner)
  const notice = second.page.getByRole('list', { name: '没有保存的草稿' })
  await notice.getByText('您的草稿', { exact: false }).waitFor()
  await notice.getByText('此后模板又保存过').waitFor()
  await second.designer.button('丢弃您的草稿').click()
  await second.designer.dialogWith('丢弃您的草稿？').getByRole('button', { name: '取消' }).click()
  await second.designer.button('打开您的草稿').click()
  await notice.waitFor({ state: 'detached' })
  await second.designer.select('猫')
  expect(await second.left()).toBe(110)
  expect((await drafts()).map(({ username }) => username)).toContain('草稿店')
})
