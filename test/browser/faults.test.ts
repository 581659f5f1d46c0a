/** When the network or the server fails, the seller reads an exact message, loses no input, and can go on. */
import type { Page, Route } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { failureText } from '../../src/base/failure-texts'
import { allTests } from '../setup/size'
import { DesignerPage } from './pages/designer-page'
import { TemplatesPage } from './pages/templates-page'
import { journey } from './support/journey'
import { merchantPassword } from './support/merchants'
import { pngPicture } from './support/pictures'
import { enterWith, type Made, makeTemplates, tokenOf, tokenOfMerchant } from './support/shop'

const groupsUrl = '**/api/design_template_collections*'
const cardsUrl = '**/api/design_templates?*'

let groupId: number
let page: Page
let complaints: readonly string[]
let templates: TemplatesPage
const { baseUrl, call, visit } = journey('故障店', (opened) => {
  ;({ page, complaints } = opened)
  templates = new TemplatesPage(page)
})

beforeAll(async () => {
  groupId = (await call<Made>('POST', '/api/design_template_collections', { name: '夏日' })).id
  await makeTemplates(call, baseUrl, groupId, ['海浪', '西瓜'])
})

const enter = (path = '/app/design_template', as?: string) =>
  as === undefined ? visit(path) : enterWith(page, baseUrl, as, path)
/** Answers a call with an error body, as the server does. */
const failing = (
  url: string,
  status: number,
  json: unknown = { traceId: 'trace-7f3a', code: 'internal', message: '服务器内部错误' },
) => page.route(url, (route) => route.fulfill({ status, json }))
const modal = () => templates.dialogWith('网络请求错误')
const dismiss = async () => {
  await page.getByRole('button', { name: '知道了' }).click()
  await modal().waitFor({ state: 'hidden' })
}
const retry = () => page.getByRole('button', { name: '重试' })

describe('failures while reading', () => {
  test('a server error shows its address, trace id, code and message, and 重试 works', async () => {
    await failing(groupsUrl, 500)
    await enter()
    await modal().waitFor()
    const text = await modal().textContent()
    for (const detail of ['GET /api/design_template_collections', 'trace-7f3a', 'internal', '服务器内部错误']) {
      expect(text).toContain(detail)
    }
    await dismiss()
    await page.getByText('服务器出错').first().waitFor()
    await page.unroute(groupsUrl)
    await retry().click()
    await templates.card('海浪').waitFor()
  })

  test.runIf(allTests)("a gateway's 502 and 503 are shown as 系统繁忙，请刷新页面重试。", async () => {
    let status = 502
    await page.route(groupsUrl, (route) => route.fulfill({ status, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' }))
    await enter()
    for (const next of [503, null]) {
      await modal().getByText('系统繁忙，请刷新页面重试。').waitFor()
      expect(await modal().textContent()).not.toContain('Bad Gateway')
      await dismiss()
      if (next === null) await page.unroute(groupsUrl)
      else status = next
      await retry().click()
    }
    await templates.card('海浪').waitFor()
  })

  test('without a network 请检查您的网络设置，请求发送失败！ is shown, and the screen recovers by itself', async () => {
    await page.route(groupsUrl, (route) => route.abort('internetdisconnected'))
    await enter()
    await modal().getByText('请检查您的网络设置，请求发送失败！').waitFor()
    await dismiss()
    await page.unroute(groupsUrl)
    await page.context().setOffline(true)
    await page.context().setOffline(false)
    await templates.card('海浪').waitFor()
  })

  test.runIf(allTests)('a malformed response, whatever its body, is shown as 返回数据发生错误，请联系客服', async () => {
    const [first = '', ...others] = ['<!doctype html><p>portal</p>', '[{"id":1,"na', '{"hello":"world"}', '42', '[null,1]', '']
    let body = first
    await page.route(groupsUrl, (route) => route.fulfill({ status: 200, contentType: 'application/json', body }))
    await enter()
    for (const next of [...others, null]) {
      // A page comes from a network that asks for a sign-in, not from the server.
      await modal()
        .getByText(body.startsWith('<') ? failureText.page : '返回数据发生错误，请联系客服')
        .waitFor()
      await dismiss()
      expect(await page.getByRole('heading', { name: '模板管理' }).isVisible(), body).toBe(true)
      if (next === null) await page.unroute(groupsUrl)
      else body = next
      await retry().click()
    }
    await templates.card('海浪').waitFor()
  })

  test.runIf(allTests)('on a slow network the title and placeholders of the cards are shown', async () => {
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(cardsUrl, async (route) => {
      await released
      await route.continue()
    })
    await enter()
    await page.getByRole('status', { name: '正在加载模板' }).waitFor()
    expect(await page.locator('.card-skeleton').count()).toBe(12)
    expect(await page.getByRole('heading', { name: '模板管理' }).isVisible()).toBe(true)
    release()
    await templates.card('海浪').waitFor()
    expect(complaints).toEqual([])
  })

  test.runIf(allTests)('rows on the screen stay when reading them again fails', async () => {
    await enter()
    await templates.card('海浪').waitFor()
    await failing(cardsUrl, 500)
    await templates.choose('海浪', '复制')
    await page.getByText('没有刷新成功，下面是之前的内容：').waitFor()
    expect(await templates.card('海浪').count()).toBeGreaterThan(0)
    expect(await modal().count()).toBe(0)
    await page.unroute(cardsUrl)
    await retry().click()
    await page.getByText('没有刷新成功').waitFor({ state: 'hidden' })
    await expect.poll(() => templates.cards.count()).toBe(3)
  })

  test.runIf(allTests)('a picture that is missing says so in its place', async () => {
    await page.route('**/files/**', (route) => route.fulfill({ status: 404, body: '' }))
    await enter()
    await templates.card('海浪').getByText('图片加载失败').waitFor()
  })
})

describe('failures while writing', () => {
  test('a form that fails with 500, 409 or no network keeps what was typed and can be sent again', async () => {
    const path = '**/api/design_template_collections/*'
    const answer = (status: number, code: string, message: string) => (route: Route) =>
      route.fulfill({ status, json: { traceId: 't', code, message } })
    const failures: readonly [(route: Route) => Promise<void>, words: string][] = [
      [answer(500, 'internal', '服务器内部错误'), '服务器内部错误'],
      [answer(409, 'conflict', '已有同名分组'), '已有同名分组'],
      [(route) => route.abort('connectionreset'), '请检查您的网络设置，请求发送失败！'],
    ]
    await enter()
    await templates.card('海浪').waitFor()
    await page.getByRole('button', { name: '重命名分组' }).click()
    await templates.dialog.getByRole('textbox').fill('夏日新名')
    for (const [fail, words] of failures) {
      await page.route(path, fail)
      await templates.dialog.getByRole('button', { name: '保存名称' }).click()
      await templates.dialog.getByRole('alert').getByText(words).waitFor()
      expect(await templates.dialog.getByRole('textbox').inputValue()).toBe('夏日新名')
      await page.unroute(path)
    }
    await templates.dialog.getByRole('button', { name: '保存名称' }).click()
    await templates.message('分组修改成功').waitFor()
    await call('PATCH', `/api/design_template_collections/${groupId}`, { name: '夏日' })
  })

  test.runIf(allTests)('a failed deletion keeps the template and shows the reason', async () => {
    await enter()
    await failing('**/api/design_templates/*', 500)
    await templates.choose('西瓜', '删除')
    await page.getByRole('button', { name: '删除「西瓜」' }).click()
    await modal().getByText('DELETE /api/design_templates/').waitFor()
    await dismiss()
    expect(await templates.card('西瓜').count()).toBe(1)
  })
})

describe('permissions of the seller', () => {
  test('a sub-account without the permission sees 该子帐号无此操作权限 with a link to the tutorial', async () => {
    await call('POST', '/api/users/sub_accounts', { username: '客服', password: merchantPassword, permissions: ['view'] })
    await enter('/app/design_template', await tokenOf(baseUrl, '故障店:客服', merchantPassword))
    await templates.choose('西瓜', '复制')
    const dialog = templates.dialogWith('该子帐号无此操作权限')
    await dialog.getByRole('link', { name: '查看子账号授权教程' }).click()
    await page.getByRole('heading', { name: '子账号授权教程' }).waitFor()
    await dialog.waitFor({ state: 'hidden' })
    expect(new URL(page.url()).pathname).toBe('/app/help/sub-account')
  })

  test.runIf(allTests)('an account in audit mode sees no error dialog; the reason is shown on the screen', async () => {
    const audit = await tokenOfMerchant(baseUrl, 'kjaudit01')
    await failing(groupsUrl, 500)
    await enter('/app/design_template', audit)
    await page.getByText('服务器出错').first().waitFor()
    expect(await page.getByRole('dialog').count()).toBe(0)
  })
})

describe('a newer build on the server', () => {
  const newer = '<!doctype html><script src="/assets/main.ffffffff.js"></script>'
  const comeBackLater = () =>
    page.evaluate(() => {
      const { now } = Date
      Date.now = () => now() + 11 * 60_000
      dispatchEvent(new Event('focus'))
    })

  test('a newer build is offered but never forced while a design has unsaved work', async () => {
    await enter(`/app/design_template?collection=${groupId}&design=new`)
    const designer = new DesignerPage(page)
    await designer.ready()
    await designer.upload(await pngPicture('没保存.png'))
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
    await page.route(`${baseUrl}/`, (route) => route.fulfill({ contentType: 'text/html', body: newer }))
    await comeBackLater()
    await page.getByText('有新版本，刷新页面后使用').waitFor({ state: 'attached' })
    expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true)
    expect(await designer.layers.count()).toBe(1)
  })

  test.runIf(allTests)('a newer build is loaded by 刷新', async () => {
    await enter()
    await templates.card('海浪').waitFor()
    await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }))
    await page.route(`${baseUrl}/`, (route) => route.fulfill({ contentType: 'text/html', body: newer }))
    await comeBackLater()
    await page.getByText('有新版本，刷新页面后使用').waitFor()
    await page.getByRole('button', { name: '刷新', exact: true }).click()
    await page.waitForFunction(() => !('sameDocument' in globalThis))
    await templates.card('海浪').waitFor()
  })

  test('a screen whose code is no longer on the server names the newer build and offers a reload', async () => {
    await enter()
    await templates.card('海浪').waitFor()
    await page.route('**/assets/*.js', (route) => route.fulfill({ status: 404, body: '' }))
    await page.route(`${baseUrl}/`, (route) => route.fulfill({ contentType: 'text/html', body: newer }))
    await page.getByRole('link', { name: '查看教程' }).click()
    await page.getByRole('alert').getByText('有新版本，刷新页面后使用').first().waitFor()
    await page.unroute('**/assets/*.js')
    await page.getByRole('button', { name: '重试' }).click()
    await page.getByRole('heading', { name: '新建模板' }).waitFor()
  })
})
