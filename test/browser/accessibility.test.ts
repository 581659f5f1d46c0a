/**
 * Runs axe-core on the screens and dialogs, in the dark theme too under `npm run test:all`: it may find nothing but what
 * support/axe-allowed.json allows.
 */
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { allTests } from '../setup/size'
import { DesignerPage } from './pages/designer-page'
import { FontsPage } from './pages/fonts-page'
import { OrdersPage } from './pages/orders-page'
import { TemplatesPage } from './pages/templates-page'
import { accessibilityFindings, findingsInThemes } from './support/axe'
import { newPage, openBrowser } from './support/browser'
import { pngPicture } from './support/pictures'
import { simulatorEntry } from './support/platform-entries'
import { enterWith, tokenOf } from './support/shop'

const baseUrl = inject('baseUrl')

let browser: Browser
let token: string
let page: Page
let context: BrowserContext

beforeAll(async () => {
  browser = await openBrowser()
  token = await tokenOf(baseUrl, 'demo', 'kejiang-demo')
})
afterEach(() => context?.close())
afterAll(() => browser?.close())

/** Collects the findings of all screens that a test visits, so that one run reports them all. */
function collectFindings() {
  const findings: Record<string, string[]> = {}
  return {
    findings,
    async check(name: string) {
      const found = await findingsInThemes(page)
      if (found.length > 0) findings[name] = found
    },
  }
}

describe('axe finds nothing', () => {
  test('axe finds nothing on login, templates, their dialogs, help and error screens', async () => {
    ;({ page, context } = await newPage(browser))
    const { findings, check } = collectFindings()
    const templates = new TemplatesPage(page)
    const closed = () => templates.dialog.waitFor({ state: 'hidden' })

    await page.goto(`${baseUrl}/login`)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.getByText('用户名必填').waitFor()
    await check('login with errors')
    await page.getByRole('button', { name: '《服务协议》' }).click()
    await templates.dialog.waitFor()
    await check('service agreement')
    await page.goto(`${baseUrl}/login#setup=${'x'.repeat(32)}`)
    await page.getByRole('heading', { name: '设置密码' }).waitFor()
    await check('first password')

    await enterWith(page, baseUrl, token)
    await templates.cards.first().waitFor()
    await check('templates')
    await page
      .getByRole('button', { name: /更多操作/ })
      .first()
      .click()
    await page.getByRole('menuitem', { name: '重命名' }).waitFor()
    await check('card menu')
    await page.getByRole('menuitem', { name: '重命名' }).click()
    await templates.dialog.waitFor()
    await check('rename')
    await page.keyboard.press('Escape')
    await closed()
    await page.getByRole('button', { name: '新建分组' }).click()
    await templates.dialog.getByRole('button', { name: '新建分组' }).click()
    await page.getByText('请输入分组名称').waitFor()
    await check('new group with error')
    await page.keyboard.press('Escape')
    await closed()
    await page.getByRole('button', { name: '删除分组' }).click()
    await templates.dialog.waitFor()
    await check('delete question')
    await page.keyboard.press('Escape')
    await closed()
    await page.getByRole('button', { name: '帮助文档' }).click()
    await page.getByRole('navigation', { name: '帮助文档' }).waitFor()
    await check('help menu')
    await page.goto(`${baseUrl}/app/help/undo`)
    await page.getByRole('heading', { name: '撤销、重做与快捷键' }).waitFor()
    await check('help')
    // Other tests may have given the demo account a key; a new shop has none.
    await page.route('**/api/erp/integrations', (route) => route.fulfill({ json: [] }))
    await page.goto(`${baseUrl}/app/integrations`)
    await page.getByRole('button', { name: '授权 key' }).click()
    await templates.dialog.waitFor()
    await check('key of a factory')
    await page.goto(`${baseUrl}/app/nowhere`)
    await page.getByRole('heading', { name: '页面不存在' }).waitFor()
    await check('not found')
    await page.route('**/api/design_template_collections*', (route) =>
      route.fulfill({ status: 500, json: { traceId: 't-1', code: 'internal', message: '服务器内部错误' } }),
    )
    await page.goto(`${baseUrl}/app/design_template`)
    await page.getByRole('dialog').filter({ hasText: '网络请求错误' }).waitFor()
    await check('failure dialog')
    await page.getByRole('button', { name: '知道了' }).click()
    await closed()
    await check('failed screen')
    expect(findings).toEqual({})
  })

  test.runIf(allTests)('axe finds nothing on the screen and the forms of fonts and text colours', async () => {
    ;({ page, context } = await newPage(browser))
    const { findings, check } = collectFindings()
    const fonts = new FontsPage(page)
    await enterWith(page, baseUrl, token, '/app/fonts')
    await fonts.row('站酷快乐体').waitFor()
    await fonts.tick('站酷快乐体')
    await check('fonts with a choice')
    await fonts.button('新增字体').click()
    await fonts.choose({ name: '坏.ttf', buffer: Buffer.from('wOFF') })
    await fonts.draft('坏.ttf').getByText('请上传ttf、otf格式的字体文件').waitFor()
    await fonts.button('上传字体').click()
    await fonts.dialog.getByText('请仔细阅读后勾选').waitFor()
    await check('new font with errors')
    await page.keyboard.press('Escape')
    await fonts.dialog.waitFor({ state: 'hidden' })
    await page.getByRole('tab', { name: '文字颜色库' }).click()
    await page.getByRole('table', { name: '颜色' }).waitFor()
    await check('text colours')
    await fonts.button('新增颜色').click()
    await fonts.dialog.getByRole('list', { name: '常用颜色' }).waitFor()
    await check('new colour')
    expect(findings).toEqual({})
  })

  test('axe finds nothing on the orders, the detail of an order and the sync dialog', async () => {
    ;({ page, context } = await newPage(browser))
    const { findings, check } = collectFindings()
    const orders = new OrdersPage(page)
    await enterWith(page, baseUrl, token, '/app/order_management?status=MERGE_PARENT')
    await orders
      .button(/^展开订单 /)
      .first()
      .click()
    await page.getByRole('checkbox', { name: '选择本页全部' }).click()
    await check('orders with a choice')
    await orders
      .button(/^查看.*的定制图$/)
      .first()
      .click()
    await page.getByRole('img', { name: /的定制图$/ }).waitFor()
    await check('one order')
    await page.keyboard.press('Escape')
    await orders.dialog.waitFor({ state: 'detached' })
    await page.getByRole('checkbox', { name: '选择本页全部' }).click()
    await orders.button('同步订单').click()
    await orders.dialog.getByText('下单日期（可不选）').waitFor()
    await check('sync')
    expect(findings).toEqual({})
  })

  test('axe finds nothing in the designer', async () => {
    ;({ page, context } = await newPage(browser, { width: 1440, height: 900 }))
    const { findings, check } = collectFindings()
    await enterWith(page, baseUrl, token)
    await page.getByRole('button', { name: '新建模板' }).first().click()
    const designer = new DesignerPage(page)
    await designer.ready()
    await check('designer, empty')
    await designer.upload(await pngPicture('花.png'))
    await designer.select('花')
    await check('designer with a layer')
    await page.goBack()
    await page.getByRole('dialog').filter({ hasText: '是否保存' }).waitFor()
    await check('leave question')
    expect(findings).toEqual({})
  })
})

test.runIf(allTests)('axe finds nothing in the simulator and in the plugin inside it', async () => {
  ;({ page, context } = await newPage(browser))
  await page.goto(`${baseUrl}/simulator`)
  await page.getByText('已连接').waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  const plugin = await simulatorEntry.enter(page, baseUrl)
  await plugin.getByRole('button', { name: '登录', exact: true }).waitFor()
  expect(await accessibilityFindings(plugin)).toEqual([])
})
