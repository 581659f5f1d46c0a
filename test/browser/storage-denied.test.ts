/** The plugin's entry pages in a browser that denies the page each kind of storage in turn, and all of them together. */
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { allTests } from '../setup/size'
import { AssetsPage } from './pages/assets'
import { newPage, openBrowser } from './support/browser'
import { type Denial, denials, denyStorage } from './support/deny-storage'
import { merchantPassword } from './support/merchants'
import { pngPicture } from './support/pictures'
import { caller, tokenOfMerchant } from './support/shop'

const baseUrl = inject('baseUrl')
/** The same server under another host name is another origin and another site. */
const parentUrl = baseUrl.replace('127.0.0.1', 'localhost')
const merchant = '推送店'
const group = '不留痕'

let browser: Browser
let token: string

beforeAll(async () => {
  browser = await openBrowser()
  token = await tokenOfMerchant(baseUrl, merchant)
  await caller(baseUrl, token)('POST', '/api/design_asset_collections', { type: 1, name: group })
})
afterAll(() => browser?.close())

/** Opens a page of another site that frames an embedded page of the plugin and sends it an order every 200 ms. */
async function embed(path: string, { denied = [], sandbox }: { denied?: readonly Denial[]; sandbox?: string } = {}) {
  const opened = await newPage(browser)
  await opened.page.addInitScript(denyStorage, denied)
  await opened.page.goto(`${parentUrl}/simulator/parent`)
  await opened.page.evaluate(
    ({ src, sandbox: limits }) => {
      const frame = document.createElement('iframe')
      if (limits !== undefined) frame.setAttribute('sandbox', limits)
      Object.assign(frame, { src, width: '900', height: '600' })
      const output = document.createElement('output')
      addEventListener('message', ({ data }) => output.append(JSON.stringify(data)))
      document.body.replaceChildren(frame, output)
      const item = { originalId: '1', quantity: 1, phoneCaseCustomizationInfos: [{}] }
      const message = { type: 'PUSH_ORDER_TO_FACTORY', orders: [{ orderOriginalId: '1', orderItems: [item] }] }
      setInterval(() => frame.contentWindow?.postMessage(message, '*'), 200)
    },
    { src: baseUrl + path, sandbox },
  )
  return { ...opened, frame: opened.page.frameLocator('iframe'), heard: opened.page.locator('output') }
}

const together: readonly Denial[] = denials.filter((one) => one !== 'indexedDB that never answers')
/** Each case uploads a picture of its own size, because a picture that is already stored is reported as a duplicate. */
const cases = [...denials.map((one) => [one]), together]
  .map((denied, at) => ({ name: denied.join(', '), denied, side: 21 + at }))
  // The guards of adapters/storage have unit tests for each kind; the short run has only the case in which all storage is denied.
  .filter(({ denied }) => allTests || denied === together)

test.each(cases)('without $name the plugin works', async ({ denied, side }) => {
  const { page, context, complaints } = await newPage(browser)
  await page.addInitScript(denyStorage, denied)
  await page.goto(`${baseUrl}/login`)
  await page.getByLabel('用户名').fill(merchant)
  await page.getByLabel('密码', { exact: true }).fill(merchantPassword)
  await page.getByLabel('密码', { exact: true }).press('Enter')
  await page.getByRole('link', { name: '素材库' }).click()
  // Without storage an upload task runs in the page's memory.
  const assets = new AssetsPage(page)
  await assets.group(group).click()
  await assets.openWizard()
  await assets.choose([await pngPicture(`花${side}.png`, side, side)])
  await assets.dialog.getByText('全部完成，共 1 项').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test.runIf(allTests)('embedded pages work without any storage', async () => {
  const push = await embed(`/push_order_to_factory?token=${token}`, { denied: together })
  await push.frame.getByRole('dialog').getByText('共 1 个订单').waitFor()
  await push.heard.getByText('{"type":"READY"}').first().waitFor()
  expect(push.complaints).toEqual([])
  await push.context.close()

  const login = await embed(`/has_login?token=${token}`, { denied: together })
  await login.frame.getByText(`当前账号：${merchant}`).waitFor()
  expect(login.complaints).toEqual([])
  await login.context.close()
})

test.runIf(allTests)('the client simulator and its plugin work without any storage', async () => {
  const { page, context, complaints } = await newPage(browser)
  await page.addInitScript(denyStorage, together)
  await page.goto(`${baseUrl}/simulator?size=fill`)
  await page.frameLocator('iframe').getByLabel('用户名').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a sandboxed frame without allow-same-origin says what it lacks', async () => {
  const { frame, context } = await embed('/has_login', { sandbox: 'allow-scripts' })
  await frame.getByText('嵌入它的系统使用了 sandbox，但没有加 allow-same-origin').waitFor()
  await context.close()
})
